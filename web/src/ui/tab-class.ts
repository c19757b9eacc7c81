/** Classes of tabs and of links that look like them; the selected one has `data-active`. */
export const TAB_ROW = 'flex gap-1 overflow-x-auto border-b border-hairline print:hidden'
export const TAB =
  'h-9 px-3 text-sm whitespace-nowrap text-text-2 -outline-offset-2! hover:text-text data-active:font-medium data-active:text-text data-active:shadow-[inset_0_-2px_0_var(--primary)] pointer-coarse:h-11'
