import { extractText, getDocumentProxy } from 'unpdf'

/** The words of a PDF as a reader of another vendor finds them (PDF.js), all pages, blanks as one space. */
export async function wordsOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}
