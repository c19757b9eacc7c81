export const ApiPage = () => <h1>ApiPage</h1>
