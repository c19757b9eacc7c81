/** Lets the browser save a file by a link that needs no header. */
export function saveFrom(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

/** Hands a fetched file to the person: a link cannot carry the bearer header. */
export function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
