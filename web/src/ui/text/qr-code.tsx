interface Props {
  label: string
  /** An SVG path over `size` modules. */
  path: string
  size: number
  className?: string
}

/** Dark on white in both themes, because scanners require it. */
export const QrCode = ({ label, path, size, className }: Props) => (
  <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={className}>
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
)
