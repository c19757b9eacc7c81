export const KitPage = () => <h1>KitPage</h1>
