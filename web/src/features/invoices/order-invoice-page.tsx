export const OrderInvoicePage = () => <h1>OrderInvoicePage</h1>
