import { join, relative } from 'node:path'
import ts from 'typescript'
import { templateKey, type RecordedStatements, type ResultColumn } from '../server/src/testing/recorded-statements.ts'

/** Compares the row types of hand-written SQL with the columns that PostgreSQL returned in the tests. */

const ROOT = join(import.meta.dirname, '..')

/** Hand-written SQL with a declared type of its rows, or of its value where it is an expression. */
interface RawSql {
  place: string
  /** Texts between the values of the template. */
  fragments: readonly string[]
  /** A whole statement; a template of Kysely may be one or an expression. */
  isStatement: boolean
  type: ts.Type
}

export interface RawStatementReport {
  checked: number
  /** Row types that differ from the result. */
  wrong: string[]
  /** SQL that no test executed. */
  unchecked: string[]
}

/** PostgreSQL types, by id, that the driver returns as something other than text. */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700])
const JSON_TYPES = new Set([114, 3802])
const BOOLEAN = 16
const BYTES = 17
const MOMENT = 1184
const ARRAYS = new Map([
  [1000, BOOLEAN],
  [1001, BYTES],
  [1005, 21],
  [1007, 23],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1185, MOMENT],
  [199, 114],
  [3807, 3802],
  [1009, 25],
  [1015, 1043],
  [1182, 1082],
])

export function checkRawStatements(recorded: RecordedStatements): RawStatementReport {
  const program = createProgram()
  const checker = program.getTypeChecker()
  const found = program
    .getSourceFiles()
    .filter(
      ({ fileName }) => /server\/src\/(modules|platform)\//.test(fileName) && !/\.(test|factory)\.ts$/.test(fileName),
    )
    .flatMap((file) => findRawSql(file, checker))
  const matcher = createMatcher(recorded)
  const report: RawStatementReport = { checked: 0, wrong: [], unchecked: [] }
  for (const raw of found) {
    const results = matcher(raw)
    if (results === undefined) report.unchecked.push(raw.place)
    else report.checked += 1
    for (const problem of (results ?? []).flatMap((result) => compare(raw.type, result, checker)))
      report.wrong.push(`${raw.place}: ${problem}`)
  }
  return { ...report, wrong: [...new Set(report.wrong)] }
}

function createProgram() {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { include: string[] }
  }
  const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ['server/src'] }, ts.sys, ROOT)
  return ts.createProgram(fileNames, options)
}

function findRawSql(file: ts.SourceFile, checker: ts.TypeChecker): RawSql[] {
  const found: RawSql[] = []
  const placeOf = (node: ts.Node) =>
    `${relative(ROOT, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    const call = ts.isTaggedTemplateExpression(node) || ts.isCallExpression(node) ? node : undefined
    const typeNode = call?.typeArguments?.[0]
    if (!call || !typeNode) return
    const type = checker.getTypeFromTypeNode(typeNode)
    const place = placeOf(node)
    if (ts.isTaggedTemplateExpression(call)) {
      const fragments = fragmentsOf(call.template)
      found.push({ place, fragments, isStatement: isStatement(fragments), type })
    } else if (/^(query|pages)$/.test(nameOf(call.expression)) && call.arguments[0]) {
      const fragments = textsOf(call.arguments[0], checker)
      if (fragments) found.push({ place, fragments, isStatement: true, type })
    }
  }
  visit(file)
  return found
}

const nameOf = (node: ts.Expression) => (ts.isPropertyAccessExpression(node) ? node.name.text : '')

const isStatement = ([first = '']: readonly string[]) => /^\s*(select|insert|update|delete|with|merge)\b/i.test(first)

const fragmentsOf = (template: ts.TemplateLiteral): string[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]

/** Literal texts of a constant, or of what a function of constants returns; undefined when they cannot be found. */
function textsOf(node: ts.Expression, checker: ts.TypeChecker): string[] | undefined {
  if (ts.isStringLiteral(node)) return [node.text]
  if (ts.isTemplateLiteral(node)) return withConstants(node, checker)
  const name = ts.isCallExpression(node) ? node.expression : node
  if (!ts.isIdentifier(name)) return undefined
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  const { initializer } = declaration
  if (!ts.isArrowFunction(initializer)) return textsOf(initializer, checker)
  return ts.isBlock(initializer.body) ? undefined : textsOf(initializer.body, checker)
}

/** Texts of a template in which constant texts are put in place. */
function withConstants(template: ts.TemplateLiteral, checker: ts.TypeChecker): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
  return template.templateSpans.reduce(
    (texts, { expression, literal }) => {
      const inner = textsOf(expression, checker)
      if (!inner) return [...texts, literal.text]
      const [first = '', ...others] = inner
      const joined = [...texts.slice(0, -1), (texts.at(-1) ?? '') + first, ...others]
      return [...joined.slice(0, -1), (joined.at(-1) ?? '') + literal.text]
    },
    [template.head.text],
  )
}

/** Finds the recorded results of SQL: rows of statements, or the one value of an expression; undefined: not executed. */
function createMatcher({ statements, expressions, parts }: RecordedStatements) {
  const rows = Map.groupBy(statements, ([key]) => key)
  const values = Map.groupBy(expressions, ([key]) => key)
  const seenParts = new Set(parts)
  const texts = [...rows.keys()]
  return ({ fragments, isStatement: isWhole }: RawSql): (ResultColumn[] | number)[] | undefined => {
    const key = templateKey(fragments)
    const numbered = fragments.reduce((text, part, at) => `${text}$${at}${part}`)
    const exact = rows.get(key) ?? rows.get(numbered)
    if (exact) return exact.map(([, columns]) => columns)
    const value = values.get(key)
    if (value) return value.map(([, type]) => type)
    if (seenParts.has(key)) return []
    if (!isWhole) return undefined
    const similar = texts.filter((text) => containsInOrder(text, fragments))
    return similar.length > 0
      ? similar.flatMap((text) => rows.get(text) ?? []).map(([, columns]) => columns)
      : undefined
  }
}

/** Whether the text begins with the first fragment and contains the others in their order. */
function containsInOrder(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false
  let at = first.length
  return others.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}

/** @param result columns of a statement, or the type of an expression */
function compare(type: ts.Type, result: ResultColumn[] | number, checker: ts.TypeChecker): string[] {
  if (typeof result === 'number') {
    const problem = problemOf(type, result, checker)
    return problem ? [problem] : []
  }
  const columns = new Map(result)
  const row = checker.isArrayLikeType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : type
  return (row ?? type).getProperties().flatMap((property) => {
    const column = columns.get(property.name)
    if (column === undefined)
      return property.flags & ts.SymbolFlags.Optional ? [] : [`${property.name} is not a column of the result`]
    const problem = problemOf(checker.getTypeOfSymbol(property), column, checker)
    return problem ? [`${property.name}: ${problem}`] : []
  })
}

function problemOf(type: ts.Type, column: number, checker: ts.TypeChecker): string | undefined {
  const given = checker.getNonNullableType(type)
  if (JSON_TYPES.has(column) || given.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never))
    return undefined
  const members = given.isUnion() ? given.types : [given]
  const wrong = members.find((member) => !fits(member, column, checker))
  return wrong && `${checker.typeToString(wrong)} for the PostgreSQL type ${column}`
}

function fits(type: ts.Type, column: number, checker: ts.TypeChecker): boolean {
  if (type.flags & ts.TypeFlags.TypeParameter) return true
  const element = ARRAYS.get(column)
  if (element !== undefined) {
    const item = checker.isArrayLikeType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
    return item !== undefined && problemOf(item, element, checker) === undefined
  }
  if (NUMBERS.has(column)) return Boolean(type.flags & ts.TypeFlags.NumberLike)
  if (column === BOOLEAN) return Boolean(type.flags & ts.TypeFlags.BooleanLike)
  if (column === MOMENT) return symbolName(type) === 'Date'
  if (column === BYTES) return ['Buffer', 'Uint8Array'].includes(symbolName(type))
  // Void and other types that are not read as text either.
  return Boolean(type.flags & ts.TypeFlags.StringLike)
}

/** Name of an object type; primitive types have none, whatever the declaration of TypeScript says. */
const symbolName = (type: ts.Type): string => (type.flags & ts.TypeFlags.Object ? type.symbol.name : '')
