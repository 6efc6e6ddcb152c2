// Which highlight.js grammar a file or a fence's word asks for. Only names of this table are ever loaded.
import { extname, posix } from 'node:path'

/** grammar: extensions and other words for it */
const words: Record<string, string> = {
  ada: 'adb ads',
  apache: 'apacheconf htaccess',
  applescript: 'scpt osascript',
  armasm: 'arm',
  asciidoc: 'adoc',
  awk: 'gawk mawk nawk',
  bash: 'sh zsh ksh bats ebuild',
  basic: 'bas',
  c: 'h',
  capnproto: 'capnp',
  clojure: 'clj cljs cljc edn',
  cmake: 'cmake.in',
  coffeescript: 'coffee cson iced',
  cpp: 'cc cxx c++ hpp hh hxx h++ ino tpp ipp',
  crystal: 'cr',
  csharp: 'cs csx c#',
  css: '',
  d: 'di',
  dart: '',
  delphi: 'pas dpr dfm pascal freepascal lpr',
  diff: 'patch',
  django: 'jinja jinja2 j2',
  dns: 'zone bind',
  dockerfile: 'docker containerfile',
  dos: 'bat cmd',
  dts: 'dtsi',
  elixir: 'ex exs',
  elm: '',
  erb: '',
  erlang: 'erl hrl escript',
  fortran: 'f f90 f95 f03 f08 for',
  fsharp: 'fs fsx fsi f#',
  gcode: 'nc',
  gherkin: 'feature',
  glsl: 'vert frag geom comp',
  go: 'golang',
  gradle: '',
  graphql: 'gql graphqls',
  groovy: 'gvy',
  haml: '',
  handlebars: 'hbs mustache',
  haskell: 'hs',
  haxe: 'hx',
  http: 'https',
  ini: 'toml cfg conf editorconfig gitconfig gitmodules npmrc',
  java: 'jsp',
  javascript: 'js mjs cjs jsx node es6',
  json: 'jsonc json5 webmanifest geojson ipynb jsonl ndjson',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex sty cls',
  less: '',
  lisp: 'el lsp cl elisp emacs-lisp common-lisp',
  llvm: 'll',
  lua: 'luau rockspec',
  makefile: 'mk mak make gnumakefile',
  markdown: 'md mkd mdown mkdown mkdn mdwn mdx livemd',
  matlab: '',
  mipsasm: 'mips',
  nginx: 'nginxconf',
  nim: 'nims nimble',
  nix: '',
  objectivec: 'm mm objc obj-c',
  ocaml: 'ml mli',
  openscad: 'scad',
  perl: 'pl pm pod t',
  pgsql: 'postgres postgresql',
  php: 'php3 php4 php5 php7 php8 phtml',
  plaintext: 'txt text log',
  powershell: 'ps1 psm1 psd1 pwsh ps',
  prolog: '',
  properties: '',
  protobuf: 'proto',
  puppet: 'pp',
  python: 'py pyw pyi gyp python2 python3 pypy bzl starlark star',
  qml: '',
  r: '',
  reasonml: 're rei',
  ruby: 'rb gemspec podspec rake ru thor irb jruby',
  rust: 'rs',
  scala: 'sc sbt',
  scheme: 'scm ss rkt racket',
  scss: 'sass',
  shell: 'console shellsession shell-session',
  smalltalk: 'st',
  sql: 'mysql sqlite ddl dml',
  stylus: 'styl',
  swift: '',
  tcl: 'tk',
  thrift: '',
  twig: 'craftcms',
  typescript: 'ts tsx mts cts',
  vala: 'vapi',
  vbnet: 'vb',
  verilog: 'v sv svh systemverilog',
  vhdl: 'vhd',
  vim: 'vimscript viml nvim',
  wasm: 'wat wast',
  x86asm: 'asm nasm s',
  xml: 'html htm xhtml rss atom xsd xsl xslt svg plist vue svelte csproj vbproj fsproj props targets xaml wsdl',
  yaml: 'yml clang-format clang-tidy',
}

/** Whole file names, in lower case. */
const files: Record<string, string> = {
  makefile: 'makefile', gnumakefile: 'makefile', dockerfile: 'dockerfile', containerfile: 'dockerfile', 'cmakelists.txt': 'cmake', 'go.mod': 'go', 'go.sum': 'plaintext',
  gemfile: 'ruby', rakefile: 'ruby', guardfile: 'ruby', vagrantfile: 'ruby', podfile: 'ruby', brewfile: 'ruby', jenkinsfile: 'groovy', justfile: 'makefile',
  '.bashrc': 'bash', '.bash_profile': 'bash', '.profile': 'bash', '.zshrc': 'bash', '.envrc': 'bash', '.env': 'bash', pkgbuild: 'bash', '.vimrc': 'vim', '.emacs': 'lisp',
  '.gitconfig': 'ini', '.gitmodules': 'ini', '.editorconfig': 'ini', '.npmrc': 'ini', '.htaccess': 'apache', '.clang-format': 'yaml', '.babelrc': 'json', '.eslintrc': 'json', '.prettierrc': 'json',
  'cargo.lock': 'ini', 'poetry.lock': 'ini', 'uv.lock': 'ini', 'composer.lock': 'json', 'flake.lock': 'json', 'pipfile.lock': 'json', pipfile: 'ini', sconstruct: 'python', wscript: 'python', build: 'python',
  'build.bazel': 'python', workspace: 'python', 'nginx.conf': 'nginx',
}

const byWord = new Map(Object.entries(words).flatMap(([grammar, more]) => [grammar, ...more.split(' ')].filter(Boolean).map((word): [string, string] => [word, grammar])))

/** Written in it besides its own: a page's styles and scripts. */
const inside: Record<string, string[]> = {
  xml: ['css', 'javascript'], php: ['xml'], erb: ['xml', 'ruby'], django: ['xml'], twig: ['xml'], handlebars: ['xml'], markdown: ['xml'], haml: ['ruby'], shell: ['bash'],
}
export const companions = (grammar: string): string[] => inside[grammar] ?? []

/** The grammar for a word after a fence: `ts`, `c++`, `{.python}`. */
export function languageNamed(word: string): string | undefined {
  return byWord.get(word.toLowerCase().replace(/^\{?\.?|\}$/g, ''))
}

/** The grammar for a file's name or a language's; the first line of a script speaks for itself. */
export function languageOf(name: string, source = ''): string | undefined {
  const file = posix.basename(name).toLowerCase()
  const found = files[Object.hasOwn(files, file) ? file : ''] ?? byWord.get(extname(file).slice(1)) ?? dockerfile(file) ?? byWord.get(file)
  const language = found ?? shebang(source)
  return language === 'plaintext' ? undefined : language
}

const dockerfile = (file: string) => (/^(dockerfile|containerfile)\./.test(file) ? 'dockerfile' : undefined)

function shebang(source: string): string | undefined {
  if (!source.startsWith('#!')) return undefined
  const [program = '', ...rest] = source.slice(2, 202).split('\n')[0].trim().split(/\s+/)
  const name = posix.basename(program) === 'env' ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : posix.basename(program)
  return byWord.get((name ?? '').replace(/[\d.]+$/, ''))
}

export const isMarkdown = (name: string): boolean => /\.(md|mkd|mdown|mkdown|mkdn|mdwn|markdown|livemd)$/i.test(name)
