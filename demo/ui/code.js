/* The fold-out 'Copy as code', shared by all pages that have it. The code of a scan has thousands of
 * lines, so it is generated only when it is visible or copied. */
import { html } from 'lit-html';
import { buttons } from './controls.js';

export class CodeFold {
  /**
   * @param {() => string} code generates the code of the current scene
   * @param {object} host see main.js
   * @param {() => void} redraw renders the panel
   */
  constructor(code, host, redraw) {
    this.code = code;
    this.host = host;
    this.redraw = redraw;
    this.open = false;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.code());
      this.host.tell('Copied: paste it into a module that can import growth-distance.');
    } catch {
      this.host.tell('The clipboard is not available here: select the code and copy it.');
    }
  }

  #toggle(details) {
    this.open = details.open;
    this.redraw();
  }

  /** @param {unknown[]} before contents above the code */
  template(...before) {
    const copy = { id: 'copy', label: 'Copy', onClick: () => this.#copy() };
    return html`<details @toggle=${({ target }) => this.#toggle(target)}>
      <summary>Copy as code</summary>
      ${before} ${buttons('Code of this scene', [copy])}
      <pre id="code" tabindex="0" aria-label="Code of this scene">
${this.open ? this.code() : ''}</pre>
    </details>`;
  }
}
