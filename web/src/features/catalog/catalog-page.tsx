export const CatalogPage = () => <h1>CatalogPage</h1>
