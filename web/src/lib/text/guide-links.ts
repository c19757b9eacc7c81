/** Turns addresses of pages in a guide into links, and links to files of the repository into their text. */
export const linkPages = (text: string) =>
  text
    .replace(/\[([^[\]]+)\]\((?!https?:)[^()]+\)/g, '$1')
    .replace(/`(\/[\w/-]+)`/g, (_, path: string) => `[${path}](${path})`)
