import MagicString from 'magic-string'
import type { ESTree, Plugin } from 'vite'

const PART = '?declared='

/** Parts of a route that callers use. */
const CALLED_BY = new Set(['method', 'path', 'idempotent'])

/** Removes the parts of a route that only the server uses. */
function cutRoute(text: MagicString, route: ESTree.ObjectExpression) {
  for (const property of route.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const { key, value, start, end } = property
    const isFile = key.name === 'reply' && value.type === 'Identifier' && value.name === 'FILE'
    if (!isFile && !CALLED_BY.has(key.name)) text.remove(start, text.original[end] === ',' ? end + 1 : end)
  }
}

/** @param values named values of the file, because several routes share objects */
function cutRoutes(text: MagicString, routes: ESTree.ObjectExpression, values: Map<string, ESTree.Expression | null>) {
  const cut = (value: ESTree.Expression | null | undefined, isRoute: boolean) => {
    if (value?.type === 'Identifier') {
      const named = values.get(value.name)
      values.delete(value.name)
      cut(named, isRoute)
    }
    if (value?.type !== 'ObjectExpression') return
    if (isRoute) cutRoute(text, value)
    for (const property of value.properties) {
      if (property.type === 'SpreadElement') cut(property.argument, isRoute)
      else if (!isRoute) cut(property.value, true)
    }
  }
  cut(routes, false)
}

interface Contract {
  /** Replacement of the file. */
  facade: string
  /** Modules of the file's declarations, by name. */
  parts: Map<string, string>
}

/** Comments, strings and keys, in which a name is no reference. */
const SAYS_NOTHING = /\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|(?<=[{,]\s*)\w+(?=:)/g

/** Name declared by a file: its span, and the keyword outside it. */
interface Declared extends ESTree.Span {
  name: string
  before: '' | 'const '
  value: ESTree.Expression | null
}

/** Returns the names declared by a statement; undefined for a statement without a declaration. */
function declaredBy(statement: ESTree.Program['body'][number]): Declared[] | undefined {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
    const { id, start, end } = declaration
    return [{ name: id.name, start, end, before: '', value: null }]
  }
  if (declaration?.type !== 'VariableDeclaration') return undefined
  return declaration.declarations.map(({ id, init, start, end }) => {
    if (id.type !== 'Identifier') throw new Error('The contract declares by a pattern')
    return { name: id.name, start, end, before: 'const ', value: init }
  })
}

/** Returns local names with the text of their `import`. */
function importedBy({ specifiers, source }: ESTree.ImportDeclaration, code: string): [string, string][] {
  return specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier') throw new Error('The contract imports a module as a whole')
    return [specifier.local.name, `{ ${code.slice(specifier.start, specifier.end)} } from '${source.value}'`]
  })
}

const isRoutes = (value: ESTree.Expression | null) =>
  value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'defineRoutes'

/** Returns the file without the server's parts of routes, as a source of declarations. */
function cutFile(code: string, declared: readonly Declared[]): MagicString {
  const text = new MagicString(code)
  const values = new Map(declared.map(({ name, value }) => [name, value]))
  for (const { value } of declared)
    if (value?.type === 'CallExpression' && isRoutes(value))
      for (const routes of value.arguments) if (routes.type === 'ObjectExpression') cutRoutes(text, routes, values)
  return text
}

function takeApart(file: string, { body }: ESTree.Program, code: string): Contract {
  const imported = new Map(
    body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? importedBy(statement, code) : [])),
  )
  const declared = body.flatMap((statement) => declaredBy(statement) ?? [])
  const text = cutFile(code, declared)

  const from = new Map(declared.map(({ name }) => [name, `{ ${name} } from './${file}${PART}${name}'`]))
  const importsOf = (part: string, own?: string) => {
    const mentioned = new Set(part.replace(SAYS_NOTHING, '').match(/[\p{L}_$][\p{L}\w$]*/gu))
    return [...mentioned].flatMap((name) => {
      const said = name === own ? undefined : (from.get(name) ?? imported.get(name))
      return said === undefined ? [] : `import ${said}\n`
    })
  }

  const parts = new Map<string, string>()
  for (const { name, start, end, before } of declared) {
    const part = before + text.slice(start, end)
    parts.set(name, `${importsOf(part, name).join('')}${part}\nexport { ${name} }`)
  }
  const facade = body.flatMap((statement) => {
    const names = declaredBy(statement)
    if (statement.type === 'ImportDeclaration' || (names && statement.type !== 'ExportNamedDeclaration')) return []
    if (names) return names.map(({ name }) => `export ${from.get(name) ?? ''}`)
    const line = code.slice(statement.start, statement.end)
    return 'source' in statement && statement.source ? line : [...importsOf(line), line]
  })
  return { facade: facade.join('\n'), parts }
}

/**
 * Reduces the contract to the needs of a browser. Routes consist of what callers use, because the server validates
 * bodies and replies. Every declaration becomes a module, so that a page loads only those it uses: a reader of news does
 * not wait for the schemas of the editor.
 */
export function bareContract(): Plugin {
  const contracts = new Map<string, Contract>()
  return {
    name: 'bare-contract',
    apply: 'build',
    enforce: 'post',
    load: {
      filter: { id: /\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts\?declared=/ },
      handler(id) {
        const [file = '', name = ''] = id.split(PART)
        const code = contracts.get(file)?.parts.get(name)
        return code === undefined ? null : { code, moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/ },
      handler(code, id) {
        const contract = takeApart(id.slice(id.lastIndexOf('/') + 1), this.parse(code), code)
        contracts.set(id, contract)
        return { code: contract.facade, map: null, moduleSideEffects: false }
      },
    },
  }
}
