/** The theme of the page, before anything is drawn: no module, so that nothing flashes. */

{
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("tabuleiro.theme");
    } catch {
      // Private windows may keep nothing.
    }
    const own = chosen === "dark" || chosen === "light" ? chosen : null;
    document.documentElement.dataset.theme = own ?? (dark.matches ? "dark" : "light");
  };
  dress();
  dark.addEventListener("change", () => {
    dress();
    document.dispatchEvent(new Event("themechange"));
  });
  window.addEventListener("beforeprint", () => {
    document.documentElement.dataset.theme = "light"; // paper is white
  });
  window.addEventListener("afterprint", dress);
}
