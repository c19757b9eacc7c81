/** Ends of the names of pictures, as a regular expression of JavaScript and of PostgreSQL. */
export const PICTURE_NAME = String.raw`\.(jpe?g|png|webp|gif|bmp|tiff?)$`
const pictureName = new RegExp(PICTURE_NAME, 'i')

export const isPicture = (name: string) => pictureName.test(name)

/** File name as 1C sends it, without the folders of its server; null for one that leaves the exchange folder. */
export function safeName(written: string): string | null {
  const name = written.replaceAll('\\', '/').replace(/^\/?(?:tmp|upload\/1c_catalog|upload\/1c|webdata)\//, '')
  const isSafe =
    name !== '' &&
    name.length <= 200 &&
    !name.startsWith('/') &&
    !/^[A-Za-z]:/.test(name) &&
    !name.split('/').includes('..') &&
    !/\p{Cc}/u.test(name)
  return isSafe ? name : null
}
