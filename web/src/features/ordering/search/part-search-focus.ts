/** The one search box of the page, so that the list can give the cursor back to it. */
export const partSearchBox: { current: HTMLInputElement | null } = { current: null }

export function focusPartSearch() {
  partSearchBox.current?.focus()
  partSearchBox.current?.select()
}
