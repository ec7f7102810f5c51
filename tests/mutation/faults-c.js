/* The single faults that can be seeded in a C source or header laid out by clang-format.
 *
 * The text is cut into tokens. Faults change tokens inside functions, and numbers that initialise a single
 * variable outside of them. Preprocessor lines, comments, strings, assertions, declarators and tables stay as
 * they are. Every fault keeps the number of lines, so line numbers of reports are those in the checkout. */

/** @typedef {{ kind: string, start: number, end: number, line: number, before: string, after: string,
 *   statement: number }} Fault `after` replaces the text from start to end; `statement` is the number of the
 *   statement in its file. */
/** @typedef {{ text: string, start: number, end: number, type: string, match?: number, role?: string }} Token */

const TOKEN = new RegExp(
  [
    '(?<space>\\s+)',
    '(?<comment>/\\*[^]*?\\*/|//[^\\n]*)',
    '(?<string>"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\')',
    '(?<number>0[xX][\\da-fA-F]*\\.?[\\da-fA-F]*(?:[pP][+-]?\\d+)?[uUlLfF]*|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?[uUlLfF]*)',
    '(?<name>[A-Za-z_]\\w*)',
    '(?<sign>->|\\+\\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|[^])',
  ].join('|'),
  'gy',
);
const CONTROL = /^(if|for|while|switch)$/;
const KEYWORD = /^(return|case|goto|break|continue|else|do|if|for|while|switch|sizeof|default)$/;
const TYPE =
  /^(const|static|volatile|register|unsigned|signed|struct|enum|union|void|char|short|int|long|float|double|bool|size_t|u?int\d+_t|uintptr_t)$/;
const ASSERTION = /assert/i;
const ASSIGNMENT = /^([-+*/%&|^]|<<|>>)?=$/;

/** The tokens without spaces, comments and preprocessor lines.
 * @param {string} text @returns {Token[]} */
export function tokens(text) {
  const list = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    const type = Object.keys(found.groups).find((key) => found.groups[key] !== undefined);
    if (found[0] === '#' && /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', start) + 1, start))) {
      let end = text.indexOf('\n', start);
      while (end >= 0 && text[end - 1] === '\\') end = text.indexOf('\n', end + 1);
      TOKEN.lastIndex = end < 0 ? text.length : end;
    } else if (type !== 'space' && type !== 'comment') {
      list.push({ text: found[0], start, end: TOKEN.lastIndex, type });
    }
  }
  return list;
}

/** Stores the partner of every bracket in `match`, and in `role` whether a brace is a block of statements.
 * @param {Token[]} list */
function pairBrackets(list) {
  const open = [];
  const inBlock = () => open.every((k) => list[k].role !== 'other');
  list.forEach((token, i) => {
    const prev = list[i - 1];
    if (token.text === '(' || token.text === '[' || token.text === '{') {
      if (token.text === '(' && prev && CONTROL.test(prev.text)) token.role = 'control';
      if (token.text === '{') token.role = braceRole(list, i, open, inBlock());
      open.push(i);
    } else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const start = open.pop();
      if (start === undefined) return;
      token.match = start;
      list[start].match = i;
      token.role = list[start].role;
    }
  });
}

/** The role of a brace: 'function', 'block' of statements, or 'other' (an initialiser or a type).
 * @param {Token[]} list @param {number} i @param {number[]} open @param {boolean} inBlock */
function braceRole(list, i, open, inBlock) {
  const prev = list[i - 1];
  if (open.length === 0) {
    const heads = list.slice(0, i).findLastIndex((t) => t.text === ';' || t.text === '}');
    const assigned = list.slice(heads + 1, i).some((t) => t.text === '=');
    return prev?.text === ')' && !assigned ? 'function' : 'other';
  }
  if (!inBlock) return 'other';
  if (prev.text === ')') return prev.role === 'control' ? 'block' : 'other';
  if (list[open.at(-1)].text !== '{') return 'other';
  return /^(else|do|;|\{|\}|:)$/.test(prev.text) ? 'block' : 'other';
}

/** The statements of all functions, as ranges of tokens. A head such as `if (…)` is a statement of its own.
 * @param {Token[]} list @returns {{ from: number, to: number, head?: boolean, last?: boolean, outside?: boolean }[]} */
function statements(list) {
  const found = [];
  const block = (from, to) => {
    let i = from;
    while (i < to) {
      const token = list[i];
      if (token.text === '{' && token.role !== 'other') {
        block(i + 1, token.match);
        i = token.match + 1;
      } else if (CONTROL.test(token.text) && list[i + 1]?.text === '(') {
        const end = list[i + 1].match;
        found.push({ from: i, to: end + 1, head: true });
        i = end + 1;
      } else if (token.text === 'else' || token.text === 'do' || token.text === ';') {
        i++;
      } else if (token.text === 'case' || (token.text === 'default' && list[i + 1].text === ':')) {
        while (list[i].text !== ':') i++;
        i++;
      } else {
        let end = i;
        while (end < to && list[end].text !== ';')
          end = /^[([{]$/.test(list[end].text) ? list[end].match + 1 : end + 1;
        found.push({ from: i, to: end, last: end + 1 === to && list[to].role === 'function' });
        i = end + 1;
      }
    }
  };
  let head = 0;
  for (let i = 0; i < list.length; i++) {
    const token = list[i];
    if (token.text === '{') {
      if (token.role === 'function') block(i + 1, token.match);
      i = token.match;
      if (list[i + 1]?.text !== ';') head = i + 1;
    } else if (token.text === ';') {
      const parts = list.slice(head, i);
      const constant = parts.some((t) => t.text === '=') && !parts.some((t) => t.text === '{');
      if (constant) found.push({ from: head, to: i, outside: true });
      head = i + 1;
    }
  }
  return found;
}

/** The index at which the initialiser of a declaration begins, or 0 if the tokens are no declaration.
 * @param {Token[]} part */
function declarator(part) {
  const [a, b, c, d] = part.map((t) => t.text);
  const name = (text) => /^[A-Za-z_]\w*$/.test(text ?? '');
  if (!name(a) || KEYWORD.test(a)) return 0;
  const declares =
    TYPE.test(a) ||
    (name(b) && !KEYWORD.test(b)) ||
    (b === '*' && name(c) && /^[=;,[]?$/.test(d ?? ''));
  if (!declares) return 0;
  const at = part.findIndex((t) => t.text === '=');
  return at < 0 ? part.length : at + 1;
}

/** Whether the bracket that ends at i is a cast: it contains only the name of a type.
 * @param {Token[]} list @param {number} i */
function isCast(list, i) {
  const inner = list.slice(list[i].match + 1, i);
  return (
    inner.length > 0 &&
    inner.every((t) => t.type === 'name' || t.text === '*') &&
    (inner.some((t) => TYPE.test(t.text)) || inner.at(-1).text === '*' || inner.length > 1)
  );
}

/** Whether the operator at i has two operands. @param {Token[]} list @param {number} i */
function isBinary(list, i) {
  const prev = list[i - 1];
  const next = list[i + 1];
  if (!prev || !next || next.text === ')' || next.text === ',') return false;
  if (prev.type === 'number' || prev.type === 'string' || prev.text === ']') return true;
  if (prev.type === 'name') return !KEYWORD.test(prev.text) && !TYPE.test(prev.text);
  return prev.text === ')' && prev.role !== 'control' && !isCast(list, i - 1);
}

/** The numbers that replace a number: 0 and 2 or a larger one for doubles, both neighbours for integers.
 * @param {string} text */
export function otherNumbers(text) {
  const hexadecimal = /^0x/i.test(text);
  const floating = hexadecimal ? /p/i.test(text) : /[.e]/i.test(text);
  if (floating) {
    if (Number(text) === 0) return ['1.0'];
    return ['0.0', /^1\.0*$/.test(text) ? '2.0' : `(1.0 + ${text})`];
  }
  const suffix = /[ul]*$/i.exec(text)?.[0] ?? '';
  const value = Number(text.slice(0, text.length - suffix.length));
  if (!Number.isSafeInteger(value)) return [];
  return value === 0 ? [`1${suffix}`] : [`${value + 1}${suffix}`, `${value - 1}${suffix}`];
}

/** Returns a function that finds the line number at an offset of a text. @param {string} text */
export function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

const OTHER = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['/'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '|=': ['&='],
  '&=': ['|='],
  '++': ['--'],
  '--': ['++'],
};
const ALWAYS_BINARY = /^([-+*/|&]=|[<>]=?|[=!]=|&&|\|\||<<|>>|[%|^])$/;

/** All single faults of a C file. @param {string} text @returns {Fault[]} */
export function faultsOfC(text) {
  const list = tokens(text);
  pairBrackets(list);
  const lineOf = lineFinder(text);
  const faults = [];
  statements(list).forEach((range, statement) => {
    const { from, to, head, outside } = range;
    const part = list.slice(from, to);
    if (part.length === 0 || ASSERTION.test(part[0].text)) return;
    const code = (a, b) => text.slice(list[a].start, list[b - 1].end);
    const add = (kind, start, end, after) => {
      const before = text.slice(start, end);
      const line = lineOf(start);
      const lines = before.split('\n').length - after.split('\n').length;
      faults.push({ kind, start, end, line, before, after: after + '\n'.repeat(lines), statement });
    };
    if (outside) {
      for (let i = from + part.findIndex((t) => t.text === '=') + 1; i < to; i++)
        if (list[i].type === 'number')
          for (const other of otherNumbers(list[i].text))
            add('constant', list[i].start, list[i].end, other);
      return;
    }
    const initialised = declarator(head && part[0].text === 'for' ? part.slice(2) : part);
    const codeFrom = initialised === 0 ? from : from + initialised + (head ? 2 : 0);
    whole(list, range, initialised > 0, text, add);
    if (head && part[0].text !== 'for' && part[0].text !== 'switch') {
      const condition = code(from + 2, to - 1);
      const start = list[from + 2].start;
      const end = list[to - 2].end;
      add('negated condition', start, end, `!(${condition})`);
      if (part[0].text === 'if')
        for (const value of ['0', '1']) add('deleted condition', start, end, value);
    }
    for (let i = codeFrom; i < to; i++) {
      const token = list[i];
      if (token.type === 'number')
        for (const other of otherNumbers(token.text))
          add('constant', token.start, token.end, other);
      if (token.text === 'true' || token.text === 'false')
        add('constant', token.start, token.end, token.text === 'true' ? 'false' : 'true');
      if (token.type === 'sign') signs(list, i, from, text, add);
      if (token.text === '(' && list[i - 1]?.type === 'name' && !KEYWORD.test(list[i - 1].text))
        swapped(list, i, text, add);
    }
  });
  return faults;
}

/** Deletes a statement: an expression, a jump, or a return. A returned value at the end of a function stays.
 */
function whole(list, { from, to, head, last }, declares, text, add) {
  const first = list[from];
  if (head || declares || to - from < 1) return;
  if (first.text === '(' && list[from + 1].text === 'void') return;
  const start = first.start;
  const end = list[to - 1].end;
  if (first.text === 'return') {
    if (!(last && to - from > 1)) add('deleted return', start, end, '');
  } else if (first.text === 'break' || first.text === 'continue') {
    add('deleted statement', start, end, '');
  } else if (!KEYWORD.test(first.text)) {
    add('deleted statement', start, end, '');
  }
}

/** Replaces an operator, removes a sign, or negates a ternary's condition. */
function signs(list, i, from, text, add) {
  const { text: sign, start, end } = list[i];
  const binary = ALWAYS_BINARY.test(sign) || isBinary(list, i);
  if (sign === '++' || sign === '--') add('operator', start, end, OTHER[sign][0]);
  else if (sign === '!') add('operator', start, end, '');
  else if (sign === '-' && !binary) add('sign', start, end, '');
  else if (sign === '?') {
    let k = i - 1;
    while (
      k >= from &&
      !/^([([{,;?:]|return)$/.test(list[k].text) &&
      !ASSIGNMENT.test(list[k].text)
    )
      k = /^[)\]}]$/.test(list[k].text) ? list[k].match - 1 : k - 1;
    const condition = text.slice(list[k + 1].start, list[i - 1].end);
    add('negated condition', list[k + 1].start, list[i - 1].end, `!(${condition})`);
  } else if (binary && OTHER[sign]) {
    const kind = /^[<>=!]=?$/.test(sign) ? 'comparison' : 'operator';
    for (const other of OTHER[sign]) add(kind, start, end, other);
  }
}

/** Swaps two neighbouring arguments of a call. */
function swapped(list, open, text, add) {
  const args = [];
  let start = open + 1;
  for (let i = open + 1; i <= list[open].match; i++) {
    const token = list[i];
    if (i === list[open].match || token.text === ',') {
      if (i > start) args.push([list[start].start, list[i - 1].end]);
      start = i + 1;
    } else if (/^[([{]$/.test(token.text)) i = token.match;
  }
  for (let k = 1; k < args.length; k++) {
    const [a, b] = [args[k - 1], args[k]].map(([s, e]) => text.slice(s, e));
    const between = text.slice(args[k - 1][1], args[k][0]);
    if (a !== b) add('swapped arguments', args[k - 1][0], args[k][1], b + between + a);
  }
}
