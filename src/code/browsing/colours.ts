// A colour for each language, so that bars can be told apart; others take one by their name.
const known: Record<string, string> = {
  Assembly: '6e4c13', Astro: 'e0561b', C: '5b6370', 'C#': '2f8a3b', 'C++': 'd6487e', CMake: 'b8433e', CSS: '663399', Clojure: 'c9443f', Crystal: '44484f', D: 'a83a2b', Dart: '0f8f8a', Dockerfile: '38566b',
  Elixir: '6b4a7d', Elm: '4f9bb3', Erlang: 'a8335f', 'F#': '9a3fae', Fortran: '4c4ba8', GLSL: '5686a5', Go: '14a5c7', Groovy: '4298b8', HCL: '7a45a8', HTML: 'd9542b', Haskell: '5e5086', Java: 'b07219',
  JavaScript: 'd9b92e', Julia: '9558b2', 'Jupyter Notebook': 'd1681b', Kotlin: '9a6cf0', Less: '1d365d', Lua: '2a3a8c', MATLAB: 'cf5b24', Makefile: '427819', Nim: 'cfae1b', Nix: '6c7ad6', OCaml: 'd97a2b',
  PHP: '4f5d95', PLpgSQL: '336790', Perl: '0f7fb8', PowerShell: '1b4f8a', PureScript: '26303d', Python: '3572a5', R: '1f8ce0', Ruby: '9b1c2e', Rust: 'c98f6b', SCSS: 'bf5a8a', SQL: 'c97a1f', Scala: 'b8383f',
  Shell: '5fa83a', Solidity: 'a06f3a', Svelte: 'e0481f', Swift: 'e0583a', TeX: '3d6117', TypeScript: '3178c6', Vue: '3fa87a', VHDL: '8a7fb0', Verilog: '94a8b5', 'Vim Script': '199f4b', WebAssembly: '0a5fd6', Zig: 'd9822b',
}

export function languageColour(name: string): string {
  if (Object.hasOwn(known, name)) return known[name]
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 0xffffff
  return sum.toString(16).padStart(6, '0')
}
