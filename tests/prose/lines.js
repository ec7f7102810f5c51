/* Where the paragraphs of a comment begin and end. */

/** A line that begins a paragraph of its own: a list item, or a JSDoc tag. */
const BEGINS = /^[ \t]*(?:\/\*\*|\*|\/\/)?[ \t]*(?:@\w+|[-•] |\d+\. )/;
const INDENT_OF_FORMULA = 3;

/**
 * @param {string} source the comment as written
 * @param {string} text the same with spaces for its marks
 * @param {number} offset added to each position
 * @returns {[number, number][]} ranges
 */
export function split(source, text, offset) {
  const ranges = [];
  const lines = text.split('\n');
  const written = source.split('\n');
  const indents = lines
    .slice(1)
    .filter((line) => /\S/.test(line))
    .map((line) => line.search(/\S/));
  const base = Math.min(...indents);
  let open = null;
  let at = offset;
  lines.forEach((line, k) => {
    const first = line.search(/\S/);
    const formula = k > 0 && first >= base + INDENT_OF_FORMULA;
    if (first < 0 || formula || BEGINS.test(written[k])) open = null;
    if (first >= 0) {
      const end = at + line.trimEnd().length;
      if (open) open[1] = end;
      else ranges.push((open = [at + first, end]));
      if (formula) open = null;
    }
    at += line.length + 1;
  });
  return ranges;
}
