const SHORTENED = new Set(['шт', 'компл', 'упак', 'уп', 'ед', 'пар', 'рул'])

/**
 * Formats a unit of goods for print: shortened words take a full stop, symbols of units (кг, л, м) do not (ГОСТ 8.417).
 */
export const unitText = (unit: string): string => (SHORTENED.has(unit) ? `${unit}.` : unit)
