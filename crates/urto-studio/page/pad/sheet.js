// The pad's styles, as a sheet that a strict content policy allows.

import { sheet } from "../see/sheet.js";

export const padSheet = sheet(`
:host { display: grid; grid-template-rows: minmax(0, 1fr) auto; gap: 8px; min-width: 0; min-height: 180px; }
:host([hidden]) { display: none; }
.surface {
  position: relative;
  box-sizing: border-box;
  width: 100%;
  height: 100%;
  min-height: inherit;
  overflow: hidden;
  border: 1px solid var(--line, light-dark(#dcd7cc, #37342f));
  border-radius: var(--radius, 10px);
  background: var(--well, light-dark(#f2efe8, #131210));
  box-shadow: var(--sunk, none);
  color: var(--ink, light-dark(#22201c, #ece8e0));
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
  -webkit-tap-highlight-color: transparent;
  cursor: crosshair;
}
.surface[data-style="drag"] { cursor: grab; }
.surface[data-style="drag"][data-down] { cursor: grabbing; }
.surface:focus-visible { outline: 2px solid var(--focus, var(--accent, #b4481e)); outline-offset: 2px; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
.label {
  position: absolute;
  pointer-events: none;
  margin: 0;
  font-size: 0.75rem;
  line-height: 1.35;
  color: var(--quiet, light-dark(#6b665d, #a19b90));
  font-variant-numeric: tabular-nums;
}
.label b { font-weight: 600; color: var(--ink, light-dark(#22201c, #ece8e0)); }
.up { left: 12px; top: 10px; }
.across { right: 12px; bottom: 10px; text-align: right; }
.hint {
  position: absolute;
  inset: auto 0 3.2rem;
  margin: 0;
  padding: 0 16px;
  text-align: center;
  pointer-events: none;
  font-size: 0.875rem;
  color: var(--quiet, light-dark(#6b665d, #a19b90));
  transition: opacity 0.4s;
}
.surface[data-used] .hint { opacity: 0; }
.notes {
  position: relative;
  display: grid;
  grid-template-columns: repeat(var(--flat), minmax(0, 1fr));
  height: 56px;
  border: 1px solid var(--line, light-dark(#dcd7cc, #37342f));
  border-radius: var(--radius, 10px);
  overflow: hidden;
  background: var(--line, light-dark(#dcd7cc, #37342f));
  gap: 1px;
  touch-action: pan-y;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
  -webkit-tap-highlight-color: transparent;
  cursor: pointer;
}
.notes[hidden] { display: none; }
.notes:focus-visible { outline: 2px solid var(--focus, var(--accent, #b4481e)); outline-offset: 2px; }
.key {
  display: grid;
  place-content: end center;
  grid-row: 1;
  padding-bottom: 5px;
  background: light-dark(#fbfaf7, #4a463f);
  color: light-dark(#6b665d, #d8d3c9);
  font-size: 0.6875rem;
}
.raised {
  position: absolute;
  left: calc(100% * var(--at) / var(--flat));
  width: calc(62% / var(--flat));
  height: 60%;
  translate: -50% 0;
  padding-bottom: 3px;
  background: light-dark(#22201c, #100f0d);
  color: light-dark(#fbfaf7, #d8d3c9);
  border-radius: 0 0 3px 3px;
}
.letter { font-weight: 400; }
.key[data-step="0"] { box-shadow: inset 0 -3px var(--accent, #b4481e); }
.notes:focus-visible .key[data-chosen] { outline: 2px solid var(--accent, #b4481e); outline-offset: -2px; }
.key[data-down] { background: var(--accent, #b4481e); color: var(--paper, light-dark(#fbfaf7, #1d1b18)); }
@media not (hover: hover) { .letter { display: none; } }
@media (prefers-reduced-motion: reduce) { .hint { transition: none; } }
`);
