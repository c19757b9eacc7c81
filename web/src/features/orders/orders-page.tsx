export const OrdersPage = () => <h1>OrdersPage</h1>
