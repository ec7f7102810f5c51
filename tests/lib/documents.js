/*
 * The documents of the project: their code, with checks of the values that it states, and their
 * links.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { statementOf } from './doc-values.js';

const root = new URL('../../', import.meta.url);

/** @param {string} path from the root */
export const read = (path) => readFileSync(new URL(path, root), 'utf8');

const below = (folder) =>
  readdirSync(new URL(`${folder}/`, root), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /node_modules|dist$/.test(path) ? [] : below(path);
    return path.endsWith('.md') ? [path] : [];
  });

/** Every document, by its path from the root. */
export const DOCUMENTS = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...below('docs'),
  ...below('wasm'),
];

/** Fenced blocks. @param {string} text @returns {{ language: string, code: string, line: number }[]} */
export function blocksOf(text) {
  const blocks = [];
  let open = null;
  for (const [i, line] of text.split('\n').entries()) {
    const fence = /^(```+)(.*)$/.exec(line.trim());
    if (!open && fence)
      open = { fence: fence[1], language: fence[2].trim(), lines: [], line: i + 2 };
    else if (open && line.trim() === open.fence) {
      blocks.push({ language: open.language, code: open.lines.join('\n') + '\n', line: open.line });
      open = null;
    } else open?.lines.push(line);
  }
  if (open) throw new Error(`the block from line ${open.line} is not closed`);
  return blocks;
}

/** The text without its code, because code has no links. @param {string} text */
const proseOf = (text) =>
  text.replace(/^ *(```+)[\s\S]*?^ *\1 *$/gm, '').replace(/`[^`\n]*`/g, '``');

/** Targets of links and pictures. @param {string} text */
export const linksOf = (text) =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)|<(?:a|img)\s[^>]*(?:href|src)="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2],
  );

/**
 * Relative links of a document that do not work in the tarball, because it does not contain the
 * file. If package.json names neither a home page nor a repository, the list is empty: an absolute
 * link would have no target.
 * @param {string} text
 * @param {string[]} files in the tarball
 * @param {{ homepage?: string, repository?: string | { url: string } }} manifest
 */
export function deadLinksOf(text, files, { homepage, repository }) {
  if (!homepage && !repository) return [];
  const isRelative = (link) => !/^(https?:|mailto:|#)/.test(link);
  return linksOf(text).filter((link) => isRelative(link) && !files.includes(link.split('#')[0]));
}

/** Anchors of headings, as GitHub makes them. @param {string} text */
export function anchorsOf(text) {
  const seen = new Map();
  const headings = [...text.replace(/^ *(```+)[\s\S]*?^ *\1 *$/gm, '').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading]) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

/** @param {any} node @param {(node: any) => void} visit */
function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node?.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}

/**
 * Adds code that checks the values that comments state.
 * @param {string} code a module
 * @param {number} line of its first line in the document
 * @param {string} [helpers] address of doc-values.js
 * @returns {{ code: string, count: number }}
 */
export function checked(code, line, helpers = new URL('doc-values.js', import.meta.url).href) {
  /** @type {any[]} */
  const comments = [];
  const tree = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    onComment: comments,
  });
  const inserts = [];
  let count = 0;
  walk(tree, (node) => {
    const declares = node.type === 'VariableDeclaration' && node.declarations.length === 1;
    if (node.type !== 'ExpressionStatement' && !declares) return;
    const comment = comments.find(
      ({ start }) => start >= node.end && /^[ \t]*$/.test(code.slice(node.end, start)),
    );
    const stated = comment && statementOf(comment.value);
    if (!stated) return;
    const at = line + comment.loc.start.line - 1;
    const text = JSON.stringify(stated.value);
    count++;
    if (stated.throws) {
      const told = `${JSON.stringify(stated.throws)}, ${JSON.stringify(stated.message)}, ${at}`;
      inserts.push([node.start, 'await __throws(async () => { '], [node.end, ` }, ${told});`]);
    } else if (declares) {
      inserts.push([node.end, ` __check(${node.declarations[0].id.name}, ${text}, ${at});`]);
    } else {
      const { start, end } = node.expression;
      inserts.push([start, '__check(('], [end, `), ${text}, ${at})`]);
    }
  });
  let result = code;
  for (const [at, text] of inserts.sort((a, b) => b[0] - a[0]))
    result = result.slice(0, at) + text + result.slice(at);
  const begin = `import { check as __check, throws as __throws } from '${helpers}'; `;
  return { code: begin + result, count };
}

export const ROOT = fileURLToPath(root);
