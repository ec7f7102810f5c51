/* The source trees of a comparison: finds a commit, builds it in a worktree, and reads the layout of a tree
 * and the adapters that fit its API. */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { once } from 'node:events';

/** The flags for trees whose Makefile does not define NUMERICS. */
const NUMERICS = '-ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-vectorize';
/** Folders of src that no query of this benchmark needs. */
const LEFT_OUT = ['compare'];

/** The full name of a commit. @param {string} root @param {string} ref */
export function commitOf(root, ref) {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    throw new Error(`REF must name a commit of this repository, got '${ref}'`);
  }
}

// ---- what a tree holds ------------------------------------------------------------------------------

/** Paths of all files below a folder with an ending, sorted. */
function filesBelow(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))
    .sort();
}

/** The adapter for queries of pairs. @param {string} header text of growth_distance.h */
export const pairsAdapter = (header) =>
  /^typedef struct gd_query\b/m.test(header) ? 'pairs_query.c' : 'pairs_arguments.c';

/** Whether Jacobians are an argument. @param {string} header text of growth_distance.h */
export const hasRows = (header) => /^\s*gd_jacobians\* /m.test(header);

/** Whether shapes can be cast. @param {string} header text of growth_distance.h */
export const hasCasts = (header) => /\bgd_cast_shape\(/.test(header);

/**
 * The adapter for bodies, and the header that declares them; null if the library has none.
 * @param {Record<string, string>} headers texts of public headers by name
 */
export function bodiesAdapter(headers) {
  for (const [header, text] of Object.entries(headers)) {
    const [, name] = /\bgd_(scene|world)_create\(/.exec(text) ?? [];
    if (name) return { file: `bodies_${name}.c`, header };
  }
  return null;
}

/** The floating-point flags (NUMERICS) of a Makefile. @param {string} makefile */
export const numericsOf = (makefile) =>
  (/^NUMERICS := (.*)$/m.exec(makefile)?.[1] ?? NUMERICS).trim().split(/\s+/);

/**
 * Reads the layout of a tree, without building it.
 * @param {string} folder @param {string} name of the tree in messages
 */
export function probe(folder, name) {
  const src = join(folder, 'src');
  const read = (...path) => readFileSync(join(folder, ...path), 'utf8');
  const names = readdirSync(src).filter((file) => /^growth_distance.*\.h$/.test(file));
  const headers = Object.fromEntries(names.map((file) => [file, read('src', file)]));
  const sources = filesBelow(src, '.c').filter(
    (path) => !LEFT_OUT.includes(relative(src, path).split('/')[0]),
  );
  const { default: entry } = JSON.parse(read('package.json')).exports['.'];
  return {
    name,
    folder,
    entry: entry.replace(/^\.\//, ''),
    sources,
    headers: filesBelow(src, '.h'),
    numerics: numericsOf(read('Makefile')),
    adapters: {
      pairs: {
        file: pairsAdapter(headers['growth_distance.h']),
        rows: hasRows(headers['growth_distance.h']),
        casts: hasCasts(headers['growth_distance.h']),
      },
      bodies: bodiesAdapter(headers),
    },
  };
}

// ---- building ---------------------------------------------------------------------------------------

/** The environment without the variables that make passes to inner makes, because they belong to this run. */
function cleanEnvironment() {
  const env = { ...process.env };
  for (const name of ['MAKEFLAGS', 'MAKEOVERRIDES', 'MFLAGS', 'MAKELEVEL']) delete env[name];
  return env;
}

/** Runs a command and writes its output to a file. If the command fails, the error contains the last lines.
 */
async function logged(log, folder, command, ...given) {
  const output = openSync(log, 'a');
  const child = spawn(command, given, {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', output, output],
  });
  const [code] = await once(child, 'exit');
  closeSync(output);
  if (code === 0) return;
  const end = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${[command, ...given].join(' ')} failed in ${folder}:\n${end}`);
}

/** Installs the packages of a worktree. Links the packages of this tree if the
 * lock files are equal. */
async function installPackages(root, folder, log) {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  const lock = (tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  const own = join(root, 'node_modules');
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  if (existsSync(join(own, '.package-lock.json')) && lock(root) === lock(folder)) {
    await logged(log, folder, 'cp', '-al', own, 'node_modules'); // links, not copies
    // a new copy of the lock file, newer than package.json, so that the Makefile does not install again
    const lockFile = join(folder, 'node_modules/.package-lock.json');
    rmSync(lockFile);
    copyFileSync(join(own, '.package-lock.json'), lockFile);
  } else {
    await logged(log, folder, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  }
}

/** Builds the package of a tree as it is published. */
async function buildPackage(tree, log) {
  const { folder, entry } = tree;
  await logged(log, folder, 'make', `-j${process.env.JOBS ?? 1}`, entry);
  if (!existsSync(join(folder, entry))) throw new Error(`${folder} was built without ${entry}`);
}

/**
 * Checks out a commit in a worktree and builds it. Reuses an existing worktree.
 * @param {string} root @param {string} commit @param {string} build folder for worktrees
 * @param {(text: string) => void} tell
 */
export async function openCommit(root, commit, build, tell) {
  const folder = join(build, commit);
  mkdirSync(build, { recursive: true });
  const log = join(build, `${commit}.log`);
  if (!existsSync(join(folder, '.git'))) {
    tell(`checking out ${commit.slice(0, 10)}`);
    await logged(log, root, 'git', 'worktree', 'add', '--force', '--detach', folder, commit);
  }
  tell(`building ${commit.slice(0, 10)}; output goes to ${relative(root, log)}`);
  await installPackages(root, folder, log);
  const tree = probe(folder, commit.slice(0, 10));
  await buildPackage(tree, log);
  return tree;
}

/** Builds the working tree. @param {string} root @param {string} build @param {(text: string) => void} tell
 */
export async function openWorkingTree(root, build, tell) {
  tell('building the working tree');
  mkdirSync(build, { recursive: true });
  const tree = probe(root, 'working tree');
  await buildPackage(tree, join(build, 'working.log'));
  return tree;
}
