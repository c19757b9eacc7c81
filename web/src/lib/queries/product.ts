/** The server may rewrite the tag from its configuration. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content.trim() || 'Артикул'
