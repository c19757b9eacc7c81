import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { useIsDark } from '../../lib/browser/theme.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

export interface ChartSeries {
  label: string
  /** Custom property of the theme that colours the bars. */
  colour: '--info' | '--success'
  values: readonly number[]
}

interface Props {
  /** What the chart shows, for screen readers; the figures themselves stand in a table beside it. */
  label: string
  steps: readonly string[]
  series: readonly ChartSeries[]
  /** Text of a value in the tooltip. */
  text: (value: number) => string
  /** Short text of a value at the axis. */
  axisText: (value: number) => string
}

const cssColour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Bar chart on a canvas, drawn anew when the theme changes. */
export function BarChart({ label, steps, series, text, axisText }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useIsDark()
  useEffect(() => {
    if (!canvas.current) return undefined
    const [ink, line] = [cssColour('--text-2'), cssColour('--hairline')]
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels: [...steps],
        datasets: series.map(({ label: name, colour, values }) => ({
          label: name,
          data: [...values],
          backgroundColor: cssColour(colour),
          borderRadius: 2,
          maxBarThickness: 40,
        })),
      },
      options: {
        maintainAspectRatio: false,
        animation: false,
        interaction: { mode: 'index', intersect: false },
        plugins: {
          tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${text(parsed.y ?? 0)}` } },
        },
        scales: {
          x: { grid: { display: false }, ticks: { color: ink, maxRotation: 0, autoSkipPadding: 12 } },
          y: {
            grid: { color: line },
            border: { display: false },
            ticks: { color: ink, callback: (value) => axisText(Number(value)) },
          },
        },
      },
    })
    return () => chart.destroy()
  }, [steps, series, text, axisText, isDark])
  return (
    <div>
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        {series.map(({ label: name, colour }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={colour === '--info' ? 'size-2.5 rounded-sm bg-info' : 'size-2.5 rounded-sm bg-success'} />
            {name}
          </li>
        ))}
      </ul>
      <div className="relative h-64 overflow-hidden">
        {/* Out of the flow: a canvas keeps its pixels until the next frame and must not widen the page. */}
        <canvas ref={canvas} className="absolute inset-0" role="img" aria-label={label} />
      </div>
    </div>
  )
}
