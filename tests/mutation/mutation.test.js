/* The tool that seeds faults: what it changes and what it leaves alone, which faults a seed stands for, how it
 * reads the Makefile's commands, and what it reports. It builds nothing. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { filesOf } from './copy.js';
import { inOrder } from './examine.js';
import { faultsOfC, otherNumbers } from './faults-c.js';
import { faultsOfJs } from './faults-js.js';
import { testNames } from './pristine.js';
import { commandsOf, dependencies, unwarned } from './recipe.js';
import { counted, named, report } from './report.js';
import { matches, ordered, seeded } from './sample.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOOL = fileURLToPath(new URL('mutate.js', import.meta.url));

/** All faults of a text as `kind: before -> after`. */
const listed = (faults) =>
  faults.map(({ kind, before, after }) => `${kind}: ${before} -> ${after.trim()}`.trim());
const inC = (body) =>
  listed(faultsOfC(`static double f(double a, const double* b) {\n${body}\n}\n`));
const inJs = (text) => listed(faultsOfJs(text));

test('C: each kind of fault is found once', () => {
  assert.deepEqual(inC('return a - b[0];'), ['operator: - -> +', 'constant: 0 -> 1']);
  assert.deepEqual(inC('g->x = -a;'), ['deleted statement: g->x = -a ->', 'sign: - ->']);
  assert.deepEqual(inC('g(a, b);'), [
    'deleted statement: g(a, b) ->',
    'swapped arguments: a, b -> b, a',
  ]);
  assert.deepEqual(inC('while (!a) break;'), [
    'negated condition: !a -> !(!a)',
    'operator: ! ->',
    'deleted statement: break ->',
  ]);
  assert.deepEqual(inC('if (a < 2) return b;\nreturn a;'), [
    'negated condition: a < 2 -> !(a < 2)',
    'deleted condition: a < 2 -> 0',
    'deleted condition: a < 2 -> 1',
    'comparison: < -> <=',
    'comparison: < -> >=',
    'constant: 2 -> 3',
    'constant: 2 -> 1',
    'deleted return: return b ->',
  ]);
  assert.deepEqual(inC('const bool c = a && d ? e : true;'), [
    'operator: && -> ||',
    'negated condition: a && d -> !(a && d)',
    'constant: true -> false',
  ]);
  assert.deepEqual(inC('for (int i = 0; i < n; i++) a += b[i];'), [
    'constant: 0 -> 1',
    'comparison: < -> <=',
    'comparison: < -> >=',
    'operator: ++ -> --',
    'deleted statement: a += b[i] ->',
    'operator: += -> -=',
  ]);
});

test('C: pointers, casts, declarations, assertions, texts and comments stay as they are', () => {
  for (const body of [
    'double x[4];',
    'const double* c = b;',
    'gd_shape *c = (gd_shape*)b, d;',
    'return *b;',
    'return (double)*b;',
    'return (size_t)-a;',
    'GD_ASSERT(a < 0.0 && a != 1.0);',
    '(void)a;',
    '/* if (a < 1) g(a, b); */ return "1 + 2";',
    '#define TWICE(x) \\\n    (2 * (x))',
  ])
    assert.deepEqual(
      inC(body).filter((text) => !/^sign: -/.test(text) && !/^deleted/.test(text)),
      [],
      body,
    );
  assert.deepEqual(
    listed(faultsOfC('enum { A = 3 };\nstruct s { int x[2]; };\nvoid f(int a[2]);\n')),
    [],
  );
  assert.deepEqual(listed(faultsOfC('static const double table[2] = {1.0, 2.0};\n')), []);
  assert.deepEqual(listed(faultsOfC('static const double limit = 0.0;\n')), [
    'constant: 0.0 -> 1.0',
  ]);
});

test('C: a number becomes one that compiles and differs', () => {
  assert.deepEqual(otherNumbers('0'), ['1']);
  assert.deepEqual(otherNumbers('3u'), ['4u', '2u']);
  assert.deepEqual(otherNumbers('0xff'), ['256', '254']);
  assert.deepEqual(otherNumbers('1.0'), ['0.0', '2.0']);
  assert.deepEqual(otherNumbers('0x1p-40'), ['0.0', '(1.0 + 0x1p-40)']);
  assert.deepEqual(otherNumbers('1e-3'), ['0.0', '(1.0 + 1e-3)']);
});

test('JavaScript: each kind of fault is found once', () => {
  assert.deepEqual(inJs('f(a, b);'), [
    'deleted statement: f(a, b); -> ;',
    'swapped arguments: a, b -> b, a',
  ]);
  assert.deepEqual(inJs('const x = a ?? b;'), [
    'operator: a ?? b -> (a)',
    'operator: a ?? b -> (b)',
  ]);
  assert.deepEqual(inJs('const f = () => { if (!a) throw b; return -1; };'), [
    'deleted condition: !a -> false',
    'deleted condition: !a -> true',
    'negated condition: !a -> !(!a)',
    'operator: !a -> a',
    'deleted statement: throw b; -> ;',
    'deleted return: return -1; -> ;',
    'sign: -1 -> 1',
    'constant: 1 -> 2',
    'constant: 1 -> (0)',
  ]);
  assert.deepEqual(inJs("import a from 'b';\nexport const c = `1 + ${'x'}`;"), []);
  assert.deepEqual(inJs('const x = a /* < */ < b;'), [
    'comparison: < -> <=',
    'comparison: < -> >=',
  ]);
});

test('every fault of this checkout stands where it says, on one line of the same number', () => {
  for (const file of filesOf(root).filter((name) =>
    /^(src|wasm|js)\/.*\.(c|h|js|mjs)$/.test(name),
  )) {
    const text = readFileSync(root + file, 'utf8');
    const faults = /\.[ch]$/.test(file) ? faultsOfC(text) : faultsOfJs(text);
    for (const fault of faults.filter((_, i) => i % 5 === 0)) {
      assert.equal(text.slice(fault.start, fault.end), fault.before, `${file}:${fault.line}`);
      const faulty = seeded(text, fault);
      assert.notEqual(faulty, text);
      assert.equal(text.slice(0, fault.start).split('\n').length, fault.line);
    }
    const fault = faults.at(-1);
    if (fault) assert.equal(seeded(text, fault).split('\n').length, text.split('\n').length, file);
  }
});

test('a seed names the same faults whatever else changes; more of them begin with the fewer', () => {
  const a = {
    file: 'a.c',
    faults: faultsOfC('int f(int x) {\n    x += 1;\n    x -= 2;\n    return x * 3;\n}\n'),
  };
  const b = { file: 'b.js', faults: faultsOfJs('export const f = (x) => x * 2;\nf(1, 2);\n') };
  const ids = (files, seed) => ordered(files, seed).map((fault) => fault.id);
  assert.deepEqual(ids([a, b], 1), ids([b, a], 1));
  assert.equal(ids([a, b], 1).length, 5, 'one fault a statement');
  const onlyA = ordered([a, b], 1).filter((fault) => fault.file === 'a.c');
  assert.deepEqual(
    ids([a], 1),
    onlyA.map((fault) => fault.id),
  );
  assert.ok([2, 3, 4, 5].some((seed) => ids([a, b], seed).join() !== ids([a, b], 1).join()));
});

test('every statement is as likely as any other', () => {
  const text = `int f(int x) {\n${Array.from({ length: 40 }, (_, i) => `    x += ${i + 2};`).join('\n')}\n}\n`;
  const files = [{ file: 'a.c', faults: faultsOfC(text) }];
  const firsts = new Map();
  for (let seed = 0; seed < 400; seed++) {
    const [{ line }] = ordered(files, seed);
    firsts.set(line, (firsts.get(line) ?? 0) + 1);
  }
  assert.equal(firsts.size, 40, 'each is the first one of some seed');
  for (const [line, count] of firsts) assert.ok(count < 30, `line ${line}: ${count} of 10`);
});

test('patterns of files', () => {
  assert.ok(matches('src/nd/basis.c', 'src'));
  assert.ok(matches('src/nd/basis.c', 'src/nd/*.c'));
  assert.ok(matches('src/nd/basis.c', 'src/**/basis.*'));
  assert.ok(matches('js/index.js', 'src, js/*.js'));
  assert.ok(!matches('src/nd/basis.c', 'src/*.c'));
  assert.ok(!matches('srcs/a.c', 'src'));
});

test("the Makefile's commands: one compilation a source, the rest in its order", () => {
  const output = `mkdir -p build/gcc
gcc -O3 -Wall -Werror -Isrc -c -o build/gcc/a.o src/a.c
ar rcs build/gcc/lib.a build/gcc/a.o
gcc -O3 -Isrc \\
  -o build/gcc/test tests/x.c tests/y.c build/gcc/lib.a -lm -Wl,--wrap=free
`;
  const { compilations, others } = commandsOf(output, 'build/gcc/split');
  assert.deepEqual(
    compilations.map((c) => [c.source, c.object]),
    [
      ['src/a.c', 'build/gcc/a.o'],
      ['tests/x.c', 'build/gcc/split/tests/x.o'],
      ['tests/y.c', 'build/gcc/split/tests/y.o'],
    ],
  );
  assert.equal(compilations[1].command, 'gcc -O3 -Isrc -c -o build/gcc/split/tests/x.o tests/x.c');
  assert.deepEqual(others, [
    'mkdir -p build/gcc',
    'ar rcs build/gcc/lib.a build/gcc/a.o',
    'gcc -O3 -Isrc -o build/gcc/test build/gcc/split/tests/x.o build/gcc/split/tests/y.o build/gcc/lib.a -lm -Wl,--wrap=free',
  ]);
  assert.match(
    unwarned(compilations[0].command),
    /^gcc -O3 -Isrc -c -o build\/gcc\/a\.o src\/a\.c -Werror=impl/,
  );
  assert.deepEqual(dependencies('a.o: src/a.c src/b.h \\\n  src/c.h /usr/include/math.h\n'), [
    'src/a.c',
    'src/b.h',
    'src/c.h',
  ]);
});

test('the names of the tests of a C file', () => {
  assert.deepEqual(testNames('void test_hull(void) {\n}\n'), [], 'a part of another test');
  assert.deepEqual(testNames('TEST(a_b) {\n}\nTEST(c) {\n}\n'), ['a_b', 'c']);
});

test("tests run in an order: the file's own, then what notices most for its time", () => {
  const of = (name, seconds, noticed) => ({ kind: 'C', name, command: '', seconds, noticed });
  const tests = [
    of('tests/unit/test_slow.c', 9, 0),
    of('tests/unit/test_fast.c', 0.1, 0),
    of('tests/unit/test_gjk.c', 20, 0),
    of('tests/unit/test_good.c', 1, 30),
  ];
  assert.deepEqual(
    inOrder(tests, 'src/distance/gjk.h').map((t) => t.name),
    [
      'tests/unit/test_gjk.c',
      'tests/unit/test_good.c',
      'tests/unit/test_fast.c',
      'tests/unit/test_slow.c',
    ],
  );
});

test('the score leaves out what is unobservable or does not compile; warnings and digests do not raise it', () => {
  const row = (outcome, more) => ({
    id: '',
    file: 'src/a/b.c',
    line: 7,
    kind: 'operator',
    before: '+',
    after: '-',
    seconds: 1,
    outcome,
    ...more,
  });
  const rows = [
    row('noticed'),
    row('noticed', { hang: true }),
    row('noticed'),
    row('survived'),
    row('digests'),
    row('warnings', { by: 'gcc' }),
    row('compile'),
    row('unobservable'),
  ];
  assert.deepEqual(counted(rows), {
    seeded: 8,
    unobservable: 1,
    compile: 1,
    tests: 3,
    hang: 1,
    warnings: 1,
    digests: 1,
    survived: 1,
    score: '50.0 %',
  });
  const text = report(rows);
  assert.match(text, /^\| folder \|.*noticed by tests \|\n\| -+ \|.*\n\| src\/a +\| +8 \|/);
  assert.match(text, /Survived:\n- src\/a\/b\.c:7 operator: \+ -> -\n/);
  assert.match(text, /Noticed by warnings only:\n- .* \(gcc\)$/);
  assert.equal(named(row('survived')), 'src/a/b.c:7 operator: + -> -');
});

test('the command: help, a list, and a message for what it does not know', () => {
  const tool = (...words) =>
    execFileSync(process.execPath, [TOOL, ...words], { encoding: 'utf8', cwd: root });
  assert.match(tool('--help'), /--seed n .*--count n /s);
  const list = (...words) =>
    tool('--list', '--files', 'src/nd', ...words)
      .trim()
      .split('\n');
  const twenty = list('--count', '20');
  assert.equal(twenty.length, 20);
  for (const line of twenty) assert.match(line, /^src\/nd\/\w+\.[ch]:\d+ /);
  assert.deepEqual(list('--count', '10'), twenty.slice(0, 10));
  assert.notDeepEqual(list('--count', '10', '--seed', '2'), twenty.slice(0, 10));
  for (const [words, message] of [
    [['--sed', '2'], /Unknown option '--sed'/],
    [['--count', '0'], /--count must be a whole number from 1, got 0/],
    [['--files', 'nowhere', '--list'], /--files nowhere names no source/],
    [['7'], /Unexpected argument '7'/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [TOOL, ...words], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, message);
    assert.ok(!stderr.includes('at '), 'a message without a stack');
  }
});
