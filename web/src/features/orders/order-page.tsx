export const OrderPage = () => <h1>OrderPage</h1>
