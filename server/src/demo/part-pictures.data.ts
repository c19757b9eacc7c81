/** Kinds of parts by the beginning of their names, with drawings on a canvas of 600 × 600: the first is the main one. */
export const PART_PICTURES: readonly { kind: string; names: RegExp; drawings: readonly string[] }[] = [
  {
    kind: 'oil-filter',
    names: /^Фильтр (?:масляный|топливный)/,
    drawings: [
      '<rect x="180" y="130" width="240" height="340" rx="26" class="a"/><rect x="160" y="420" width="280" height="60" rx="14" class="b"/><path d="M210 150v240M250 150v240M290 150v240M330 150v240M370 150v240" class="l"/><ellipse cx="300" cy="134" rx="120" ry="26" class="c"/>',
      '<circle cx="300" cy="300" r="190" class="b"/><circle cx="300" cy="300" r="160" class="a"/><circle cx="300" cy="300" r="62" class="c"/><circle cx="300" cy="300" r="42" class="d"/><g class="d"><circle cx="300" cy="190" r="16"/><circle cx="300" cy="410" r="16"/><circle cx="190" cy="300" r="16"/><circle cx="410" cy="300" r="16"/><circle cx="222" cy="222" r="16"/><circle cx="378" cy="378" r="16"/><circle cx="378" cy="222" r="16"/><circle cx="222" cy="378" r="16"/></g>',
    ],
  },
  {
    kind: 'panel-filter',
    names: /^Фильтр (?:воздушный|салона)/,
    drawings: [
      '<path d="M90 360 200 190h320l-110 170z" class="a"/><path d="M90 360h320v70H90z" class="b"/><path d="M410 360l110-170v70L410 430z" class="c"/><path d="M140 340 236 210M190 340l96-130M240 340l96-130M290 340l96-130M340 340l96-130" class="l"/>',
    ],
  },
  {
    kind: 'brake-pads',
    names: /^Колодки/,
    drawings: [
      '<path d="M110 250q190-120 380 0l-26 120q-164-70-328 0z" class="b"/><path d="M140 262q160-96 320 0l-18 84q-142-58-284 0z" class="a"/><path d="M298 212h6v112h-6z" class="d"/><path d="M140 440q160-96 320 0l-18 60q-142-58-284 0z" class="c"/>',
      '<rect x="120" y="220" width="360" height="60" rx="8" class="b"/><rect x="150" y="280" width="300" height="70" rx="10" class="a"/><path d="M290 280h20v70h-20z" class="d"/>',
    ],
  },
  {
    kind: 'brake-disc',
    names: /^Диск тормозной/,
    drawings: [
      '<circle cx="300" cy="300" r="220" class="a"/><circle cx="300" cy="300" r="216" class="l"/><circle cx="300" cy="300" r="112" class="b"/><circle cx="300" cy="300" r="48" class="d"/><g class="d"><circle cx="300" cy="222" r="13"/><circle cx="374" cy="276" r="13"/><circle cx="346" cy="364" r="13"/><circle cx="254" cy="364" r="13"/><circle cx="226" cy="276" r="13"/></g>',
      '<path d="M130 270h340v60H130z" class="a"/><path d="M220 210h160v180H220z" class="b"/><path d="M130 300h340" class="l"/>',
    ],
  },
  {
    kind: 'shock-absorber',
    names: /^(?:Амортизатор|Пыльник амортизатора)/,
    drawings: [
      '<path d="M288 70h24v190h-24z" class="c"/><rect x="246" y="240" width="108" height="260" rx="20" class="a"/><rect x="232" y="230" width="136" height="34" rx="8" class="b"/><circle cx="300" cy="520" r="30" class="b"/><circle cx="300" cy="520" r="12" class="d"/><path d="M300 60v24" class="l"/>',
    ],
  },
  {
    kind: 'spring',
    names: /^Пружина/,
    drawings: [
      '<g class="w"><path d="M190 130q110-50 220 0M190 130q110 90 220 80M190 210q110-30 220 0M190 210q110 90 220 80M190 290q110-30 220 0M190 290q110 90 220 80M190 370q110-30 220 0M190 370q110 90 220 80M190 450q110-30 220 0"/></g>',
    ],
  },
  {
    kind: 'belt',
    names: /^Ремень/,
    drawings: [
      '<rect x="120" y="180" width="360" height="240" rx="120" class="w"/><rect x="146" y="206" width="308" height="188" rx="94" class="l"/>',
    ],
  },
  {
    kind: 'spark-plug',
    names: /^Свеча/,
    drawings: [
      '<rect x="278" y="70" width="44" height="40" rx="8" class="b"/><path d="M262 110h76l10 150h-96z" class="c"/><path d="M226 260h148v80H226z" class="a"/><path d="M256 340h88v130h-88z" class="b"/><path d="M256 366h88M256 392h88M256 418h88M256 444h88" class="l"/><path d="M294 470h12v30h-12zM256 470h14v56h60v-14h-74z" class="d"/>',
    ],
  },
  {
    kind: 'bearing',
    names: /^(?:Подшипник|Ступица|Ролик)/,
    drawings: [
      '<circle cx="300" cy="300" r="200" class="a"/><circle cx="300" cy="300" r="160" class="b"/><g class="c"><circle cx="300" cy="172" r="30"/><circle cx="411" cy="236" r="30"/><circle cx="411" cy="364" r="30"/><circle cx="300" cy="428" r="30"/><circle cx="189" cy="364" r="30"/><circle cx="189" cy="236" r="30"/></g><circle cx="300" cy="300" r="96" class="a"/><circle cx="300" cy="300" r="62" class="d"/>',
    ],
  },
  {
    kind: 'radiator',
    names: /^Радиатор/,
    drawings: [
      '<rect x="90" y="150" width="70" height="300" rx="10" class="b"/><rect x="440" y="150" width="70" height="300" rx="10" class="b"/><rect x="160" y="170" width="280" height="260" class="a"/><path d="M160 200h280M160 230h280M160 260h280M160 290h280M160 320h280M160 350h280M160 380h280M160 410h280" class="l"/><circle cx="125" cy="130" r="24" class="c"/>',
    ],
  },
  {
    kind: 'oil',
    names: /^Масло/,
    drawings: [
      '<rect x="250" y="70" width="100" height="60" rx="10" class="d"/><path d="M180 170q0-40 60-40h160q40 0 40 50v310q0 30-30 30H210q-30 0-30-30z" class="b"/><path d="M360 170h50v120h-50q-14 0-14-20v-80q0-20 14-20z" class="paper"/><rect x="210" y="310" width="200" height="150" rx="8" class="c"/><path d="M240 350h140M240 385h140M240 420h90" class="l"/>',
      '<path d="M220 130q0-20 40-20h80q40 0 40 20v380q0 20-20 20H240q-20 0-20-20z" class="b"/><rect x="262" y="60" width="76" height="56" rx="10" class="d"/><path d="M240 200h120v280H240z" class="a"/><path d="M250 240h50M250 300h50M250 360h50M250 420h50" class="l"/>',
    ],
  },
]

/** Motor oils: products with properties by which buyers choose. Packs: litres and the number of the maker. */
export const OILS: readonly {
  brand: string
  series: string
  viscosity: string
  /** Purchase price of a litre in roubles. */
  litre: number
  packs: readonly (readonly [litres: number, article: string])[]
}[] = [
  {
    ...{ brand: 'SHELL', series: 'Helix Ultra', viscosity: '5W-40', litre: 890 },
    packs: [
      [1, '550052677'],
      [4, '550052679'],
    ],
  },
  {
    ...{ brand: 'SHELL', series: 'Helix HX8 Synthetic', viscosity: '5W-30', litre: 640 },
    packs: [
      [1, '550052791'],
      [4, '550052835'],
      [20, '550046371'],
    ],
  },
  {
    ...{ brand: 'MOBIL', series: 'Super 3000 X1', viscosity: '5W-40', litre: 720 },
    packs: [
      [1, '152567'],
      [4, '152566'],
    ],
  },
  {
    ...{ brand: 'MOBIL', series: 'Ultra', viscosity: '10W-40', litre: 510 },
    packs: [
      [1, '152625'],
      [4, '152624'],
      [20, '152623'],
    ],
  },
  {
    ...{ brand: 'ЛУКОЙЛ', series: 'Genesis Armortech', viscosity: '5W-40', litre: 560 },
    packs: [
      [1, '3148674'],
      [4, '3148675'],
    ],
  },
  {
    ...{ brand: 'ЛУКОЙЛ', series: 'Genesis Special A5/B5', viscosity: '0W-20', litre: 610 },
    packs: [
      [1, '3148630'],
      [4, '3148631'],
    ],
  },
]

/** Starter batteries: ampere hours, ampere of a cold start, number of the maker, purchase price in roubles. */
export const BATTERIES: readonly {
  brand: string
  series: string
  types: readonly (readonly [hours: number, start: number, article: string, price: number])[]
}[] = [
  {
    ...{ brand: 'VARTA', series: 'Blue Dynamic' },
    types: [
      [44, 440, '544402044', 6100],
      [60, 540, '560408054', 7900],
      [74, 680, '574012068', 9800],
      [95, 800, '595402080', 13_400],
    ],
  },
  {
    ...{ brand: 'BOSCH', series: 'S4' },
    types: [
      [60, 540, '0 092 S40 050', 8100],
      [74, 680, '0 092 S40 080', 10_200],
    ],
  },
  {
    ...{ brand: 'MUTLU', series: 'SFB' },
    types: [
      [60, 540, 'L2.60.054.A', 6700],
      [75, 720, 'L3.75.072.A', 8300],
    ],
  },
]
