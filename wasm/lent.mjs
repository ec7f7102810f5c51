/* Prints the linker's options by which the core exports just what extensions import:
 * node wasm/lent.mjs <extension.wasm>... */
import { readFileSync } from 'node:fs';

// what the loader gives, and what the core exports anyway
const GIVEN = ['memory', '__memory_base', '__table_base', '__indirect_function_table'];
const names = process.argv.slice(2).flatMap((path) => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path)));
  return imports.map(({ name }) => name);
});
const lent = [...new Set(names)].filter((name) => !GIVEN.includes(name)).sort();
console.log(lent.map((name) => `-Wl,--export=${name}`).join(' '));
