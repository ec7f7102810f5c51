/* The page for an address without a page: links to all pages. */
import { html, render } from 'lit-html';
import { FIRST_PAGE, writeAddress } from '../../address.js';
import { PAGES } from '../../pages.js';

/** @param {object} host see main.js */
export function open({ view, panel }) {
  const link = ([name, { title }]) =>
    html`<li><a class="button" href=${writeAddress(name, {})}>${title}</a></li>`;
  render(
    html`<ul class="pages">
      ${Object.entries(PAGES).map(link)}
    </ul>`,
    panel,
  );
  render(
    html`<div class="nothing">
      <p>This address has no page.</p>
      <p>
        <a class="button" id="way-back" href=${writeAddress(FIRST_PAGE, {})}
          >Open the ${PAGES[FIRST_PAGE].title}</a
        >
      </p>
    </div>`,
    view,
  );
  return { restore() {}, close() {} };
}
