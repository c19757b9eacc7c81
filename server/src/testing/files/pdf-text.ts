import { extractText, getDocumentProxy } from 'unpdf'

/** Extracts the words of a PDF with another vendor's reader (PDF.js), all pages, whitespace as one space. */
export async function wordsOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}
