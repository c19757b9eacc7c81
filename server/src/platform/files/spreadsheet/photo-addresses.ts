const MAX_ADDRESSES = 20
const LONGEST_ADDRESS = 1000
const WEB_ADDRESS = /^https?:\/\/\S/i
const PICTURE_ADDRESS = /^https?:\/\/[^\s,;|]+\.(?:jpe?g|png|webp)(?:[?#]|$)/i

/** Reads the web addresses of a cell, separated by spaces, commas, semicolons or bars. */
export function photoAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;|]+/).filter((part) => WEB_ADDRESS.test(part) && part.length <= LONGEST_ADDRESS)
  return [...new Set(addresses)].slice(0, MAX_ADDRESSES)
}

/** Tells that most of the values begin with an address; without a header, with an address of a picture file. */
export function areAddresses(values: readonly string[], { hasHeader }: { hasHeader: boolean }): boolean {
  const address = hasHeader ? WEB_ADDRESS : PICTURE_ADDRESS
  return values.filter((value) => address.test(value)).length * 2 > values.length
}
