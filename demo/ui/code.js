/* 'Copy as code', the same on every page that has it. A scan makes thousands of lines: they are
 * written out only where somebody looks at them or copies them. */
import { html } from 'lit-html';
import { buttons } from './controls.js';

export class CodeFold {
  /**
   * @param {() => string} code of the scene as it is now
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
      this.host.tell('The clipboard is not to be had here: select the code and copy it.');
    }
  }

  #toggle(details) {
    this.open = details.open;
    this.redraw();
  }

  /** @param {unknown[]} before what stands over the code */
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
