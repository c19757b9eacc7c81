import ts from 'typescript'

/** One place of a source file that a mutant can replace. */
export interface Site {
  fault: string
  /** Name of the nearest enclosing declaration; `(file)` at the top level. */
  within: string
  /** Source text of the replaced node. */
  code: string
  replacement: string
  start: number
}

interface Change {
  node: { start: number; end: number }
  replacement: string
}

/** Finds what one class of faults can change at this node; undefined where it does not apply. */
type Operator = (node: ts.Node, file: ts.SourceFile) => Change | undefined

const replace = (node: ts.Node, replacement: string): Change => ({
  node: { start: node.getStart(), end: node.getEnd() },
  replacement,
})

/** Removes the last call of a chain: `query.where(…)` becomes `query`. */
const removeCall = (call: ts.CallExpression, access: ts.PropertyAccessExpression): Change => ({
  node: { start: access.expression.getEnd(), end: call.getEnd() },
  replacement: '',
})

function methodCall(node: ts.Node, name: RegExp) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return name.test(node.expression.name.text) ? { call: node, access: node.expression } : undefined
}

/** Text of a call's first argument when it is a string literal. */
function firstString(call: ts.CallExpression): string {
  const [first] = call.arguments
  return first && ts.isStringLiteralLike(first) ? first.text : ''
}

function whereOn(column: RegExp): Operator {
  return (node) => {
    const found = methodCall(node, /^where(Ref)?$/)
    return found && column.test(firstString(found.call)) ? removeCall(found.call, found.access) : undefined
  }
}

/** Replaces a condition such as `contractor_id = ${id}` inside an `sql` template by `true`. */
function sqlCondition(pattern: RegExp): Operator {
  return (node, file) => {
    if (!ts.isTemplateExpression(node)) return undefined
    const match = pattern.exec(node.getText(file))
    if (!match) return undefined
    const start = node.getStart() + match.index
    return { node: { start, end: start + match[0].length }, replacement: 'true' }
  }
}

function property(name: string, replacement: (value: ts.Expression) => string | undefined): Operator {
  return (node) => {
    if (!ts.isPropertyAssignment(node) || node.name.getText() !== name) return undefined
    const changed = replacement(node.initializer)
    return changed === undefined ? undefined : replace(node, changed)
  }
}

/** Makes an `if` that refuses with one of these error codes never taken. */
function refusal(code: RegExp): Operator {
  return (node) => {
    if (!ts.isIfStatement(node) || node.elseStatement) return undefined
    const text = node.thenStatement.getText()
    return /\bthrow\b/.test(text) && code.test(text) ? replace(node.expression, 'false') : undefined
  }
}

const SWAPPED = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

/** Shifts the bound of a comparison whose operands mention the given words. */
function comparison(words: RegExp): Operator {
  return (node) => {
    if (!ts.isBinaryExpression(node) || ts.isForStatement(node.parent)) return undefined
    const swapped = SWAPPED.get(node.operatorToken.getText())
    return swapped && words.test(node.getText()) ? replace(node.operatorToken, swapped) : undefined
  }
}

const rounding: Operator = (node) => {
  const found = methodCall(node, /^(round|ceil|floor)$/)
  if (!found || found.access.expression.getText() !== 'Math') return undefined
  return replace(found.access, found.access.name.text === 'ceil' ? 'Math.floor' : 'Math.ceil')
}

const DATE_WORDS =
  /\bday|Day\b|\bdate|Date\b|until|\bdue|valid_(to|from)|signed_on|deadline|cut_?off|expire|today|overdue/i

/** Disables a condition on a date: `if` is not taken, the conditional takes its second branch. */
const dateRule: Operator = (node) => {
  if (ts.isIfStatement(node) && !node.elseStatement && DATE_WORDS.test(node.expression.getText()))
    return replace(node.expression, 'false')
  if (ts.isConditionalExpression(node) && DATE_WORDS.test(node.condition.getText()))
    return replace(node.condition, 'false')
  return undefined
}

/** Replaces a call of an escaping function by its argument. */
const escaping: Operator = (node) => {
  if (!ts.isCallExpression(node) || !node.arguments[0]) return undefined
  return /^(escape\w*|escaped|literal|csvText|quoted\w*|xmlText)$/.test(node.expression.getText())
    ? replace(node, node.arguments[0].getText())
    : undefined
}

const STATE_WORDS = /state|status|error|overdue|late|blocked|is_\w+|has_\w+|isPending|waits|stale|refus|expired|hidden/i

/** Hides an element that depends on a state. */
const hiddenState: Operator = (node) => {
  if (!ts.isBinaryExpression(node) || node.operatorToken.getText() !== '&&') return undefined
  const isElement = ts.isJsxExpression(node.parent) && !ts.isJsxAttribute(node.parent.parent)
  return isElement && STATE_WORDS.test(node.left.getText()) ? replace(node.left, 'false') : undefined
}

/** Allows two further states in a transition table of this name. */
const transitionTable: Operator = (node) => {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length === 0) return undefined
  const table = ts.findAncestor(node, ts.isVariableDeclaration)
  if (!table || !/WAYS|TRANSITIONS/.test(table.name.getText())) return undefined
  return replace(node, `[${node.elements.map((one) => one.getText()).join(', ')}, 'shipped', 'returned']`)
}

/** Removes a guard that is called for its exception alone. */
const guardCall: Operator = (node) => {
  if (!ts.isExpressionStatement(node)) return undefined
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  const isGuard =
    ts.isCallExpression(call) && /(^|\.)(require|refuse|assert|mustBe)[A-Z]\w*$/.test(call.expression.getText())
  return isGuard ? replace(node, '') : undefined
}

/** Replaces a list of roles in the table of permissions by everybody. */
const permission: Operator = (node, file) => {
  if (!file.fileName.endsWith('roles.ts') || !ts.isPropertyAssignment(node)) return undefined
  const table = ts.findAncestor(node, ts.isVariableDeclaration)
  if (table?.name.getText() !== 'PERMISSIONS' || node.initializer.getText() === 'EVERYBODY') return undefined
  return replace(node.initializer, 'ROLES')
}

/** Classes of faults, each with its operators. */
const OPERATORS: Record<string, { files: RegExp; operators: Operator[] }> = {
  'owner-condition': {
    files: /^server\//,
    operators: [
      whereOn(/(^|\.)(contractor_id|user_id|owner_id|consignee_id|created_by)$/),
      sqlCondition(/[\w.]*\b(contractor_id|user_id) = \$\{[^{}]*\}/),
    ],
  },
  guard: {
    files: /^(server|contract)\//,
    operators: [
      property('access', (value) =>
        /^'(public|signed-in)'$/.test(value.getText()) ? undefined : "access: 'signed-in'",
      ),
      property('right', () => '...{}'),
      property('selfOnly', () => '...{}'),
      guardCall,
      permission,
      refusal(
        /'(access\.\w+|\w+\.(not_found|hidden|forbidden|right_needed|may_not_place|not_on_behalf|own_role))'|notFound/i,
      ),
    ],
  },
  comparison: {
    files: /^(server|contract)\//,
    operators: [comparison(/kop|qty|sum|price|limit|percent|count|debt|paid|amount/i), rounding],
  },
  'date-rule': {
    files: /^(server|contract)\//,
    operators: [dateRule, whereOn(/(valid_\w+|due\w*|_until|_on|expires_at)$/)],
  },
  transition: {
    files: /^(server|contract)\//,
    operators: [
      transitionTable,
      refusal(
        /'\w+\.(invalid_state|line_changed|already_decided|transition_refused|answered|cancellation_resolved|superseded|conflict)'/,
      ),
    ],
  },
  idempotency: {
    files: /^(server|contract)\//,
    operators: [
      property('idempotent', () => '...{}'),
      whereOn(/(^|\.)version$/),
      refusal(/'(stale|idempotency\.\w+|\w+\.(exists|number_taken|name_taken|taken))'/),
    ],
  },
  'token-reuse': {
    files:
      /^server\/src\/modules\/.*(auth|registration|invitation|link|session|token|change-approvals|recipients|answer|confirm)/,
    operators: [
      whereOn(/(^|\.)(used_at|revoked_at|ended_at|expires_at|replaced_at|answered_at)$/),
      refusal(
        /'(auth|password|registration|link|letters?|email_recipient|change_approval)\w*\.\w*(expired|ended|used|credentials|code|answered|attempts)\w*'/,
      ),
    ],
  },
  limit: {
    files: /^(server|contract)\//,
    operators: [
      (node) => {
        const found = methodCall(node, /^(max|limit)$/)
        return found && found.access.expression.getText() !== 'Math' ? removeCall(found.call, found.access) : undefined
      },
      refusal(/'(input\.too_large|\w+\.(\w*limit_reached|too_many_attempts|over_credit|below_floor))'/),
      property('upload', () => 'upload: 1_000_000_000'),
    ],
  },
  escaping: { files: /^(server|contract|web)\//, operators: [escaping] },
  'screen-state': { files: /^web\/src\/features\//, operators: [hiddenState] },
}

const SQL_RULE = /^call own_rows\('(\w+)', '([^']+)'\);$/gm

/** Row-level security is in migrations: the rule of one table lets every row through. */
function rowSecuritySites(text: string): Site[] {
  return [...text.matchAll(SQL_RULE)].map((match) => ({
    fault: 'row-level-security',
    within: match[1] ?? '',
    code: match[0],
    replacement: `call own_rows('${match[1] ?? ''}', 'true');`,
    start: match.index,
  }))
}

/** Finds the name that identifies the place to a reader: a function, a constant, or a property of it. */
function enclosingName(node: ts.Node): string {
  const declaration = ts.findAncestor(
    node.parent,
    (one): one is ts.NamedDeclaration =>
      (ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one) || ts.isMethodDeclaration(one)) &&
      one.name !== undefined,
  )
  return declaration?.name && ts.isIdentifier(declaration.name) ? declaration.name.text : '(file)'
}

export const FAULT_CLASSES = [...Object.keys(OPERATORS), 'row-level-security']

/** Finds every site of a production file, in the order of the file. */
export function findSites(path: string, text: string): Site[] {
  if (path.endsWith('.sql')) return rowSecuritySites(text)
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const applicable = Object.entries(OPERATORS).filter(([, { files }]) => files.test(path))
  const sites: Site[] = []
  const visit = (node: ts.Node) => {
    for (const [fault, { operators }] of applicable)
      for (const operator of operators) {
        const change = operator(node, file)
        if (!change) continue
        const { start, end } = change.node
        sites.push({
          fault,
          within: enclosingName(node),
          code: text.slice(start, end),
          replacement: change.replacement,
          start,
        })
      }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return sites
}
