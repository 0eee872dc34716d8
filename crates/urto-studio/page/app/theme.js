// Sets the theme before the first paint: the person's choice, else the system's.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  /** @returns {string} */
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem("urto.ui") ?? "{}").theme ?? "auto";
    } catch {
      return "auto";
    }
  };
  /** @param {string} [choice] */
  const apply = (choice = chosen()) => {
    const theme = choice === "auto" ? (system.matches ? "dark" : "light") : choice;
    document.documentElement.dataset.theme = theme;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", theme === "dark" ? "#171512" : "#f2efe9");
    document.dispatchEvent(new CustomEvent("themechange", { detail: { theme } }));
  };
  system.addEventListener("change", () => apply());
  document.addEventListener("themechoice", (event) => apply(/** @type {CustomEvent} */ (event).detail));
  apply();
})();
