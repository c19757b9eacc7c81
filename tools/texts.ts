import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
/** Files not shown to users: tests and their support. */
const BEHIND = /\.(test|factory)\.tsx?$|\/(testing|guarantees|bad-inputs|simulator|demo)\//

export interface Text {
  /** «web/src/ui/button.tsx:12» */
  at: string
  file: string
  text: string
}

const isSql = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText().startsWith('sql')

/** Joins a template's words with «{}» for each interpolation. */
const wordsOfTemplate = ({ head, templateSpans }: ts.TemplateExpression) =>
  [head.text, ...templateSpans.map((span) => span.literal.text)].join('{}')

/** Space around a line of JSX is not rendered, a break within it is rendered as one space. */
const drawn = (jsx: string) => jsx.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ')

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return drawn(node.text)
  if (ts.isTemplateExpression(node)) return isSql(node) ? undefined : wordsOfTemplate(node)
  if (ts.isStringLiteralLike(node)) return isSql(node) ? undefined : node.text
  return undefined
}

function readTexts(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: Text[] = []
  const visit = (node: ts.Node) => {
    const text = textOf(node)
    if (text !== undefined && /[а-яё]/i.test(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      texts.push({ at: `${file}:${line + 1}`, file, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

/** Reads every Russian text of the product: literals and words between tags, in files of these folders. */
export const readAllTexts = (folders: string): Text[] =>
  globSync(`${folders}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !BEHIND.test(file))
    .toSorted()
    .flatMap(readTexts)
