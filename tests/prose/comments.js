/*
 * A textlint plugin that reads the comments of C and JavaScript and the titles of JavaScript tests.
 *
 * It replaces everything else by spaces, so every position in the text is a position in the source. A
 * comment gives one paragraph for each run of lines, list item, JSDoc tag and indented formula.
 */
import { parse } from 'acorn';
import { split } from './lines.js';

/** A C comment, or a string or character constant that may look like one. */
const C_TOKEN = /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

function commentsOfC(source) {
  return [...source.matchAll(C_TOKEN)]
    .filter(([token]) => token.startsWith('/'))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Titles are the constant first arguments of these functions. */
const TITLED = new Set(['test', 'it', 'describe', 'suite']);

function titlesBelow(node, found) {
  if (Array.isArray(node)) for (const one of node) titlesBelow(one, found);
  if (!node || typeof node.type !== 'string') return found;
  const { callee, arguments: [first] = [] } = node;
  const name = callee?.property?.name ?? callee?.name;
  if (node.type === 'CallExpression' && TITLED.has(name) && typeof first?.value === 'string')
    found.push({ start: first.start + 1, end: first.end - 1 });
  for (const child of Object.values(node)) if (typeof child === 'object') titlesBelow(child, found);
  return found;
}

function commentsOfJavaScript(source) {
  const comments = [];
  const tree = parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
    onComment: comments,
  });
  return [...comments, ...titlesBelow(tree, [])].sort((one, other) => one.start - other.start);
}

/** Line comments below each other are one comment. */
function joined(source, comments) {
  const blocks = [];
  for (const { start, end } of comments) {
    const prev = blocks.at(-1);
    const line = source.startsWith('//', start);
    const between = prev ? source.slice(prev.end, start) : '';
    const alone = !/\S/.test(source.slice(source.lastIndexOf('\n', start) + 1, start));
    if (prev?.line && line && alone && /^\n[ \t]*$/.test(between)) prev.end = end;
    else blocks.push({ start, end, line });
  }
  return blocks;
}

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Comment marks, JSDoc tags with their types and names, code blocks and lint directives, as spaces. */
function withoutMarks(comment) {
  if (/^\/[/*]\s*(eslint|clang-format|NOLINT|prettier|@ts-|cppcheck|c8|global )/.test(comment))
    return blank(comment);
  return comment
    .replace(/^\/\*+!?|\*+\/$/g, blank)
    .replace(/^[ \t]*(\*+|\/\/+)(?=\s|$)/gm, blank)
    .replace(/```[^]*?```/g, blank)
    .replace(/@example[^]*?(?=\n\s*\*\s*@|\*\/$|$(?![^]))/g, blank)
    .replace(
      /(@(?:param|property|template|returns?|typedef|type|throws|overload|this|satisfies)\b)[ \t]*(\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?[ \t]*(\[[^\]\n]*\]|(?<=@(?:param|property|template|typedef)\b[^\n]*)[\w.$]+)?( - )?/g,
      blank,
    )
    .replace(/@(?:module|internal|hidden|document|example|ignore|import[^]*)\b/g, blank)
    .replace(
      /\{@link(?:code)?\s+(?:[^}|]*\|)?([^}]*)\}/g,
      (all, text) => blank(all.slice(0, -text.length - 1)) + text + ' ',
    );
}

export const paragraphsOf = (path, source) => {
  const comments = /\.[ch]$/.test(path) ? commentsOfC(source) : commentsOfJavaScript(source);
  let text = '';
  const paragraphs = [];
  for (const { start, end } of joined(source, comments)) {
    text += blank(source.slice(text.length, start)) + withoutMarks(source.slice(start, end));
    paragraphs.push(...split(source.slice(start, end), text.slice(start), start));
  }
  text += blank(source.slice(text.length));
  return { text, paragraphs };
};

function nodeAt(type, text, [from, to], lineStarts, children) {
  const position = (index) => {
    let low = 0;
    for (let high = lineStarts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (lineStarts[middle] <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - lineStarts[low] };
  };
  const raw = text.slice(from, to);
  return {
    type,
    raw,
    range: [from, to],
    loc: { start: position(from), end: position(to) },
    ...(children ? { children } : { value: raw }),
  };
}

class CommentProcessor {
  availableExtensions() {
    return ['.c', '.h', '.js', '.mjs'];
  }

  processor() {
    return {
      preProcess(source, path) {
        const { text, paragraphs } = paragraphsOf(path, source);
        const starts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
        const children = paragraphs.map((range) =>
          nodeAt('Paragraph', text, range, starts, [nodeAt('Str', text, range, starts)]),
        );
        return { text, ast: nodeAt('Document', text, [0, text.length], starts, children) };
      },
      postProcess: (messages, filePath) => ({ messages, filePath }),
    };
  }
}

export default { Processor: CommentProcessor };
