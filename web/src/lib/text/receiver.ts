interface Receiver {
  order: { number: string } | null
  warehouse: { name: string } | null
}

/** Names whom ordered goods are for: a client's order or an own warehouse. */
export const receiverText = ({ order, warehouse }: Receiver) =>
  order ? `заказ ${order.number}` : `на склад «${warehouse?.name ?? ''}»`
