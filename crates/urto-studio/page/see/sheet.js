// Styles of the pictures, as sheets that a strict content policy allows.

/** @param {string} text */
export function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

export const pictureSheet = sheet(`
:host {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  gap: 4px;
  color: var(--ink, light-dark(#22201c, #ece8e0));
  contain: layout paint;
}
:host([hidden]) { display: none; }
.head {
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  min-height: 1.5em;
}
.title { flex: none; margin: 0; font-size: 0.8125rem; font-weight: 600; line-height: 1.5; }
.reading {
  margin: 0;
  font-size: 0.75rem;
  line-height: 1.6;
  color: var(--quiet, light-dark(#6b665d, #a19b90));
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
.beside { display: flex; flex: none; align-items: baseline; gap: 10px; }
.head button {
  font: inherit;
  font-size: 0.75rem;
  line-height: 1.5;
  color: inherit;
  background: none;
  border: 0;
  border-bottom: 1px dotted var(--quiet, light-dark(#6b665d, #a19b90));
  padding: 0 1px;
  cursor: pointer;
}
.beside button { color: var(--quiet, light-dark(#6b665d, #a19b90)); }
.head button:hover { color: var(--accent, light-dark(#b4481e, #f08a5d)); }
.head button:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: 1px; }
.box { position: relative; flex: 1 1 auto; min-height: 120px; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
.note {
  position: absolute;
  inset: 4px 0;
  border-radius: var(--radius-small, 9px);
  background: color-mix(in srgb, var(--line, #8886) 28%, transparent);
  display: grid;
  place-content: center;
  margin: 0;
  padding: 0 12px;
  text-align: center;
  text-wrap: balance;
  font-size: 0.8125rem;
  color: var(--quiet, light-dark(#6b665d, #a19b90));
}
.note[hidden] { display: none; }
`);

export const picturesSheet = sheet(`
:host { display: block; min-width: 0; container-type: inline-size; }
:host([hidden]) { display: none; }
.tabs { display: none; gap: 2px; overflow-x: auto; scrollbar-width: none; border-bottom: 1px solid var(--line, light-dark(#dcd7cc, #37342f)); }
.tabs::-webkit-scrollbar { display: none; }
.tabs button {
  flex: 1 0 auto;
  font: inherit;
  font-size: 0.875rem;
  color: var(--quiet, light-dark(#6b665d, #a19b90));
  background: none;
  border: 0;
  border-bottom: 2px solid transparent;
  padding: 10px 4px 8px;
  min-height: 44px;
  cursor: pointer;
}
.tabs button[aria-selected="true"] {
  color: var(--ink, light-dark(#22201c, #ece8e0));
  border-bottom-color: var(--accent, light-dark(#b4481e, #f08a5d));
}
.tabs button:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: -3px; }
.tabs button[hidden] { display: none; }
.grid { display: grid; gap: 18px 24px; grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); }
::slotted(*) { height: 176px; }
::slotted(urto-network) { height: 370px; }
::slotted(urto-body[formed]), ::slotted(urto-pieces) { height: 330px; }
:host([narrow]) .tabs { display: flex; }
:host([narrow]) .grid { display: block; padding-top: 10px; }
:host([narrow]) ::slotted(*) { height: 240px; }
:host([narrow]) ::slotted(urto-network), :host([narrow]) ::slotted(urto-body[formed]), :host([narrow]) ::slotted(urto-pieces) { height: 300px; }
:host([narrow]) ::slotted(:not([shown])) { display: none; }
`);
