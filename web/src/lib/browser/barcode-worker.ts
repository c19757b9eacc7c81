import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { BARCODE_FORMATS } from './barcode-formats.ts'

/** Reads barcodes with a decoder in WebAssembly, which only this worker's content policy allows. */
prepareZXingModule({ overrides: { locateFile: () => decoderUrl } })
const detector = new BarcodeDetector({ formats: [...BARCODE_FORMATS] })

addEventListener('message', ({ data: picture }: MessageEvent<ImageBitmap>) => {
  detector.detect(picture).then(
    (found) => postMessage({ found: found.map(({ rawValue }) => ({ rawValue })) }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
