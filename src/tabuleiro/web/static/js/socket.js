/** One WebSocket to a match that comes back by itself, with answers matched to requests. */

import { OFFLINE, ServerError } from "./api.js";
import { t } from "./language.js";

/** @typedef {Record<string, any>} Message */

const WAIT = [200, 400, 800, 1500, 2000];
const PING = 20000;
const PATIENCE = 8000;

export class Socket {
  /**
   * @param {string} path
   * @param {() => Message} hello  the first message of each connection
   * @param {{push: (message: Message) => void, online: (is: boolean, why?: string) => void, gone: () => void}} handlers
   */
  constructor(path, hello, handlers) {
    this.path = path;
    this.hello = hello;
    this.handlers = handlers;
    /** @type {Map<number, {resolve: (m: Message) => void, reject: (e: Error) => void, each?: (m: Message) => void}>} */
    this.waiting = new Map();
    this.next = 1;
    this.tries = 0;
    /** What the server said last that was no answer: why it closes the connection. */
    this.why = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
    window.addEventListener("online", () => this.connect());
    setInterval(() => {
      if (this.socket?.readyState === WebSocket.OPEN)
        this.socket.send(JSON.stringify({ type: "ping" }));
    }, PING);
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    this.why = "";
    setTimeout(() => {
      if (socket.readyState === WebSocket.CONNECTING) socket.close();
    }, PATIENCE);
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.hello())));
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      for (const request of this.waiting.values())
        request.reject(new ServerError(t("play.offline"), OFFLINE));
      this.waiting.clear();
      if (event.code === 4404) {
        this.handlers.gone();
        return;
      }
      this.handlers.online(false, this.why);
      const wait = WAIT[Math.min(this.tries++, WAIT.length - 1)];
      setTimeout(() => this.connect(), wait);
    });
  }

  /**
   * Ask for something; `each` gets the messages before the last one of a stream.
   * @param {Message} message
   * @param {(message: Message) => void} [each]
   * @returns {Promise<Message>}
   */
  ask(message, each) {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new ServerError(t("play.offline"), OFFLINE));
    }
    const id = this.next++;
    socket.send(JSON.stringify({ ...message, id }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, each }));
  }

  /** @param {Message} message */
  #receive(message) {
    const request = this.waiting.get(message.id);
    const goesOn =
      ["progress", "compiling"].includes(message.type) ||
      (message.type === "analysis" && message.running);
    if (request && goesOn) request.each?.(message);
    else if (request) {
      this.waiting.delete(message.id);
      if (message.type === "error") request.reject(new ServerError(message.text, message.code, message.pt));
      else request.resolve(message);
    }
    if (message.type === "state") {
      this.tries = 0;
      this.handlers.online(true);
    } else if (message.type === "error" && !request)
      this.why = new ServerError(message.text, message.code, message.pt).message;
    if (["state", "node", "match", "rematch", "declined"].includes(message.type)) this.handlers.push(message);
  }
}
