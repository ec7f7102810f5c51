/* Markdown as HTML, as far as the documents of this repository use it: headings, paragraphs, lists, tables,
 * blocks of code, quotes; in a line code, bold, italics, links and pictures. Everything else is text. */

/** @param {string} text */
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** The name by which links find a heading, as GitHub makes it. @param {string} text */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Text without its marks. @param {string} text */
export const plain = (text) => text.replace(/[`*]/g, '').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');

/**
 * @param {string} text
 * @param {(address: string) => string} link the address that a link or picture gets
 */
function line(text, link) {
  const parts = /(`+)(.+?)\1|(!?)\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)/gs;
  let [html, end] = ['', 0];
  for (const match of text.matchAll(parts)) {
    const [whole, , code, picture, label, address] = match;
    html += marked(text.slice(end, match.index));
    if (code !== undefined) html += `<code>${escaped(code.trim())}</code>`;
    else if (picture)
      html += `<img src="${escaped(link(address))}" alt="${escaped(plain(label))}">`;
    else html += `<a href="${escaped(link(address))}">${line(label, link)}</a>`;
    end = match.index + whole.length;
  }
  return html + marked(text.slice(end));
}

const marked = (text) =>
  escaped(text)
    .replace(/\*\*(.+?)\*\*/gs, '<strong>$1</strong>')
    .replace(/(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])/gs, '<em>$1</em>')
    .replace(/\\([\\`*_|[\]])/g, '$1');

const ITEM = /^( *)([-*]|\d+\.) +/;
const FENCE = /^ *```/;
const ROW = /^ *\|/;

/** The cells of a row; a bar in code or after a backslash is text. @param {string} row */
const cellsOf = (row) =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .match(/(?:\\\||`[^`]*`|[^|])+/g)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/**
 * @param {string} text
 * @param {(address: string) => string} link
 * @returns {string}
 */
export function htmlOf(text, link) {
  const lines = text.replace(/<!--.*?-->/gs, '').split('\n');
  const html = [];
  let i = 0;
  const takeWhile = (test) => {
    const from = i;
    while (i < lines.length && test(lines[i])) i++;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const now = lines[i];
    const heading = /^(#+) +(.*)/.exec(now);
    if (!now.trim()) i++;
    else if (heading) {
      const [, { length: level }, name] = heading;
      html.push(`<h${level} id="${slugOf(plain(name))}">${line(name, link)}</h${level}>`);
      i++;
    } else if (FENCE.test(now)) {
      i++;
      html.push(codeOf(takeWhile((l) => !FENCE.test(l)).join('\n')));
      i++;
    } else if (ROW.test(now))
      html.push(
        tableOf(
          takeWhile((l) => ROW.test(l)),
          link,
        ),
      );
    else if (ITEM.test(now)) {
      const block = takeWhile((l) => ITEM.test(l) || /^ +\S/.test(l));
      html.push(listOf(block, link));
    } else if (now.startsWith('>')) {
      const quoted = takeWhile((l) => l.startsWith('>')).map((l) => l.replace(/^> ?/, ''));
      html.push(`<blockquote>${htmlOf(quoted.join('\n'), link)}</blockquote>`);
    } else {
      const starts = (l) =>
        !l.trim() || FENCE.test(l) || ROW.test(l) || ITEM.test(l) || /^#+ /.test(l);
      const paragraph = [lines[i++], ...takeWhile((l) => !starts(l))];
      html.push(`<p>${line(paragraph.join('\n'), link)}</p>`);
    }
  }
  return html.join('\n');
}

/** A block of code, which the keyboard can scroll. @param {string} text */
export const codeOf = (text) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;

function tableOf(rows, link) {
  const [head, rule, ...body] = rows.map(cellsOf);
  const align = rule.map((cell) => (/-:$/.test(cell) ? ' class="number"' : ''));
  const cell = (kind) => (text, k) => {
    const name = text ? kind : 'td';
    return `<${name}${align[k] ?? ''}>${line(text, link)}</${name}>`;
  };
  const row = (cells, name) => `<tr>${cells.map(cell(name)).join('')}</tr>`;
  const all = body.map((cells) => row(cells, 'td')).join('\n');
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead>${row(head, 'th')}</thead>
<tbody>${all}</tbody>
</table></div>`;
}

/** A list, whose items may hold blocks of their own. */
function listOf(block, link) {
  const [, { length: indent }, sign] = ITEM.exec(block[0]);
  const items = [];
  for (const text of block) {
    const start = ITEM.exec(text);
    if (start && start[1].length <= indent) items.push([text.slice(start[0].length)]);
    else items.at(-1).push(text.replace(new RegExp(`^ {0,${indent + sign.length + 1}}`), ''));
  }
  const name = /\d/.test(sign) ? 'ol' : 'ul';
  const inner = (lines) => htmlOf(lines.join('\n'), link).replace(/^<p>(.*?)<\/p>/s, '$1');
  return `<${name}>${items.map((lines) => `<li>${inner(lines)}</li>`).join('\n')}</${name}>`;
}
