/** Classes of tabs and of links that look like them; the selected one has `data-active`. */
export const TAB_ROW = 'flex gap-1 overflow-x-auto border-b border-hairline print:hidden'
export const TAB =
  '-mb-px h-9 border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-text-2 hover:text-text data-active:border-brand data-active:font-medium data-active:text-text pointer-coarse:h-11'
