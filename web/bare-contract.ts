import MagicString from 'magic-string'
import type { ESTree, Plugin } from 'vite'

/** Of a route, all that a caller asks. */
const CALLED_BY = new Set(['method', 'path'])

/** Leaves of a route what a caller asks of it: the rest describes it to the server. */
function cutRoute(text: MagicString, route: ESTree.ObjectExpression) {
  for (const property of route.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const { key, value, start, end } = property
    const isFile = key.name === 'reply' && value.type === 'Identifier' && value.name === 'FILE'
    if (!isFile && !CALLED_BY.has(key.name)) text.remove(start, text.original[end] === ',' ? end + 1 : end)
  }
}

/** @param values what the file gives names to: routes take in objects that several have in common */
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
  /** What takes the file's place. */
  facade: string
  /** The file's declarations by their names, each a module. */
  parts: Map<string, string>
}

/** Comments, texts and keys: no name in them is anything's. */
const SAYS_NOTHING = /\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|(?<=[{,]\s*)\w+(?=:)/g

function takeApart(name: string, { body }: ESTree.Program, code: string): Contract {
  const text = new MagicString(code)
  const imported = new Map<string, string>()
  const values = new Map<string, ESTree.Expression | null>()
  const declared = new Map<string, ESTree.Span & { before: string }>()
  const facade: string[] = []

  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier') throw new Error(`${name} imports ${specifier.local.name} as a whole`)
        const { local } = specifier
        imported.set(local.name, `{ ${code.slice(specifier.start, specifier.end)} } from '${statement.source.value}'`)
      }
      continue
    }
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    const names: string[] = []
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init, start, end } of declaration.declarations) {
        if (id.type !== 'Identifier') throw new Error(`${name} declares by a pattern`)
        values.set(id.name, init)
        declared.set(id.name, { start, end, before: 'const ' })
        names.push(id.name)
      }
    } else if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
      declared.set(declaration.id.name, { start: declaration.start, end: declaration.end, before: '' })
      names.push(declaration.id.name)
    } else facade.push(code.slice(statement.start, statement.end))
    if (isExport) facade.push(...names.map((exported) => `export { ${exported} } from './${name}${PART}${exported}'`))
  }
  for (const value of [...values.values()])
    if (value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'defineRoutes')
      for (const routes of value.arguments) if (routes.type === 'ObjectExpression') cutRoutes(text, routes, values)

  const importOf = (mentioned: string) => {
    if (declared.has(mentioned)) return `import { ${mentioned} } from './${name}${PART}${mentioned}'`
    const from = imported.get(mentioned)
    return from === undefined ? [] : `import ${from}`
  }
  const importsOf = (part: string, own = '') => {
    const mentioned = new Set(part.replace(SAYS_NOTHING, '').match(/[\p{L}_$][\p{L}\w$]*/gu))
    mentioned.delete(own)
    return [...mentioned].flatMap(importOf).join('\n')
  }
  const parts = new Map<string, string>()
  for (const [own, { start, end, before }] of declared) {
    const part = before + text.slice(start, end)
    parts.set(own, `${importsOf(part, own)}\n${part}\nexport { ${own} }`)
  }
  const whole = facade.join('\n')
  return { facade: `${importsOf(facade.filter((line) => !line.includes(' from ')).join('\n'))}\n${whole}`, parts }
}

const PART = '?declared='

/**
 * The contract as a browser needs it. Routes are methods and addresses: what they take and give is checked by the server.
 * And every declaration is a module of its own, so that a page takes those that it names: whoever reads news does not
 * wait for the schemas by which they are written.
 */
export function bareContract(): Plugin {
  const contracts = new Map<string, Contract>()
  return {
    name: 'bare-contract',
    apply: 'build',
    enforce: 'post',
    load: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts\?declared=/ },
      handler(id) {
        const [file = '', name = ''] = id.split(PART)
        const code = contracts.get(file)?.parts.get(name)
        return code === undefined ? null : { code, moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code, id) {
        const contract = takeApart(id.slice(id.lastIndexOf('/') + 1), this.parse(code), code)
        contracts.set(id, contract)
        return { code: contract.facade, map: null, moduleSideEffects: false }
      },
    },
  }
}
