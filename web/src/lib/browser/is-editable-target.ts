/** True when keys go into a field and are no shortcuts. */
export const isEditableTarget = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
