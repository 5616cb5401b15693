import { extensionOf, safeFileName } from './file-name.ts'

/** Kinds of files, as the wire names them (FILE-03). */
export const fileKinds = ['document', 'image', 'archive', 'audio', 'video'] as const
export type FileKind = (typeof fileKinds)[number]

/** A group of accepted extensions. */
export interface FileFamily {
  /** The heading on the policy page. */
  title: string
  kind: FileKind
  /** Lower case, without the dot. */
  endings: readonly string[]
  /** Often plain text: the API does not search valid text for signatures of other types. */
  isText?: true
}

/** A group of files refused by extension or by detected type. */
export interface RefusedFamily {
  /** The heading on the policy page. */
  title: string
  endings: readonly string[]
  /** MIME types that `file-type` detects from the bytes. */
  detectedTypes: readonly string[]
  /** Accepted under an archive's extension: harmless inside an archive, and some archives have the same signature. */
  mayBeArchive?: true
  /** Completes the sentence "NAME …". */
  why: string
  /** The way out, as a sentence. */
  advice: string
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Picture types that are served with their own content type, each with its extensions, the usual one first (FILE-07).
 */
const pictureTypes = new Map<string, readonly string[]>(
  Object.entries({
    'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
    'image/png': ['png'],
    'image/apng': ['png'],
    'image/gif': ['gif'],
    'image/webp': ['webp'],
    'image/heic': ['heic', 'heif'],
    'image/heif': ['heic', 'heif'],
    'image/heic-sequence': ['heic', 'heif'],
    'image/heif-sequence': ['heic', 'heif'],
    'image/avif': ['avif'],
    'image/bmp': ['bmp'],
    'image/tiff': ['tif', 'tiff'],
    'image/jxl': ['jxl'],
    'image/jp2': ['jp2'],
  }),
)

const pictureFamily: FileFamily = {
  title: 'Pictures and scans',
  kind: 'image',
  endings: [
    ...new Set([...pictureTypes.values()].flat()),
    ...words('ico cr2 cr3 dng nef arw orf rw2 raf psd xcf kra procreate'),
  ],
}

/** The accepted extensions by family (FILE-03). The policy page shows the same table. */
export const fileFamilies: readonly FileFamily[] = [
  {
    title: 'Documents, tables and slides',
    kind: 'document',
    endings: words(`
      pdf doc docx dot dotx odt ott fodt rtf pages wps wpd hwp hwpx abw xls xlsx xlt xltx ods ots numbers
      ppt pptx pps ppsx pot potx odp otp key odg pub vsd vsdx one mpp xmind epub mobi azw3 fb2 djvu xps oxps ps
      msg
    `),
  },
  {
    title: 'Text, notes and subtitles',
    kind: 'document',
    isText: true,
    endings: words('txt text md markdown rst org tex latex sty cls bib ris enw log srt vtt sub sbv eml mbox ics vcf'),
  },
  {
    title: 'Source code',
    kind: 'document',
    isText: true,
    endings: words(`
      py ipynb java kt kts scala groovy gradle c h cc cpp cxx hh hpp hxx ino cs csproj sln fs fsx vb swift go rs
      rb php pl pm lua r rmd qmd m mm jl hs ml mli lisp lsp scm rkt clj erl ex exs pro pas pp f f77 f90 f95 for
      asm s v sv vhdl dart ts tsx jsx vue css scss less sql graphql proto diff patch cmake mk bas cob cbl ada adb ads
      nb mlx slx wl do ado sps sas lean bluej xsl xslt
    `),
  },
  {
    title: 'Data of statistics and computing',
    kind: 'document',
    isText: true,
    endings: words(`
      csv tsv tab dat data json jsonl ndjson geojson xml xsd dtd yaml yml toml ini cfg conf properties kml kmz gpx
      arff sav zsav por spv dta gph sas7bdat xpt rds rda rdata rproj jmp mtw mpj mpx omv jasp out mat fig gdt wf1
      parquet feather arrow npy npz h5 hdf5 nc fits db sqlite sqlite3 accdb shp shx dbf prj pcap pcapng fasta fa fastq
      gb pdb cif mol mol2 sdf xyz graphml gexf gml ttl rdf owl
    `),
  },
  pictureFamily,
  {
    title: 'Drawings, 3D and design',
    kind: 'document',
    isText: true,
    endings: words(`
      ai eps indd idml sketch drawio dwg dxf dwf rvt ifc skp 3dm 3mf stl obj mtl ply fbx glb gltf blend max ma mb c4d
      f3d step stp iges igs sldprt sldasm slddrw ipt iam idw catpart prt sat scad ggb gsp sb3 sch brd kicad_pcb
      kicad_sch circ ms14 asc pkt
    `),
  },
  {
    title: 'Audio and music',
    kind: 'audio',
    endings: words(`
      mp3 m4a m4b m4r wav ogg oga opus flac aac amr wma aif aiff aifc caf mp2 mka weba ac3 ape wv spx
      mid midi musicxml mxl mscz mscx sib gp gpx5 aup3
    `),
  },
  {
    title: 'Video',
    kind: 'video',
    endings: words('mp4 m4v mov qt webm mkv avi wmv asf mpg mpeg mpe m2v mts m2ts 3gp 3g2 ogv flv f4v vob mxf rm rmvb'),
  },
  {
    title: 'Archives',
    kind: 'archive',
    endings: words('zip zipx rar 7z gz tgz tar bz2 tbz tbz2 xz txz zst lz lz4 z sitx'),
  },
]

/** The refused extensions with the reason (FILE-03): executables and other active files, and links to files. */
export const refusedFamilies: readonly RefusedFamily[] = [
  {
    title: 'Office files with macros',
    endings: words('docm dotm xlsm xltm xlsb xlam xla xll pptm potm ppsm ppam ppa sldm vsdm mdb mde accde accdr odb'),
    detectedTypes: [
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-word.template.macroenabled.12',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.ms-excel.template.macroenabled.12',
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      'application/vnd.ms-powerpoint.template.macroenabled.12',
      'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    ],
    why: 'can hold macros, and macros run when a file is opened',
    advice: 'Save it without macros, such as .docx, .xlsx or .pptx. If the task is about the macros, put it in a .zip.',
  },
  {
    title: 'Web pages and SVG pictures',
    endings: words('html htm xhtml xht shtml mht mhtml webarchive svg svgz swf chm'),
    detectedTypes: ['application/x-shockwave-flash', 'application/vnd.ms-htmlhelp'],
    why: 'can run scripts in a browser when it is opened',
    advice: 'Save it as .pdf or .png, or put it in a .zip.',
  },
  {
    title: 'Scripts',
    endings: words(`
      js mjs cjs jse sh bash zsh csh ksh fish command bat cmd btm ps1 psm1 psd1 ps1xml vbs vbe vba wsf wsh wsc sct hta
      reg inf scpt scptd applescript workflow action ahk au3 jnlp pyw pyc pyo pyz
    `),
    detectedTypes: ['application/x-ms-regedit'],
    why: 'is a script that can run when it is opened',
    advice: 'Put it in a .zip.',
  },
  {
    title: 'Programs and installers',
    endings: words(`
      exe com scr pif cpl dll sys ocx drv msi msp mst msix msixbundle appx appxbundle application gadget cab deb rpm
      pkg mpkg app run bin elf o so dylib class wasm dex crx
    `),
    detectedTypes: [
      'application/x-msdownload',
      'application/x-elf',
      'application/x-mach-binary',
      'application/java-vm',
      'application/wasm',
      'application/x-deb',
      'application/x-rpm',
      'application/x-google-chrome-extension',
    ],
    why: 'is a program that can run when it is opened',
    advice: 'If your task needs it, put it in a .zip.',
  },
  {
    title: 'App packages',
    endings: words('jar war ear apk aab ipa xpi'),
    detectedTypes: ['application/java-archive', 'application/vnd.android.package-archive', 'application/x-xpinstall'],
    mayBeArchive: true,
    why: 'is an app that can run when it is opened',
    advice: 'If your task needs it, put it in a .zip.',
  },
  {
    title: 'Disk images',
    endings: words('iso img dmg vhd vhdx vmdk vdi toast'),
    // A .dmg has a two-byte signature that other files share; the signature of an .iso is too far into the file.
    detectedTypes: [],
    why: 'is a disk image, and a computer can run what is on it',
    advice: 'Take out the files that we need and put them in a .zip.',
  },
  {
    title: 'Shortcuts',
    endings: words('lnk url webloc website desktop alias scf inetloc library-ms search-ms gdoc gsheet gslides'),
    detectedTypes: ['application/x-ms-shortcut', 'application/x-ft-apple.alias'],
    why: 'is only a link to a file',
    advice: 'Choose the file itself. From Google Docs, download it as .docx or .pdf first.',
  },
]

const familyByEnding = new Map(fileFamilies.flatMap((family) => family.endings.map((ending) => [ending, family])))
const refusedByEnding = new Map(refusedFamilies.flatMap((family) => family.endings.map((ending) => [ending, family])))
const refusedByType = new Map(refusedFamilies.flatMap((family) => family.detectedTypes.map((type) => [type, family])))

const familyOf = (name: string) => familyByEnding.get(extensionOf(name))

/** The kind of a file by its name; 'document' for an unaccepted extension. */
export const fileKindOf = (name: string): FileKind => familyOf(name)?.kind ?? 'document'

/** Whether the extension often means plain text: then the first bytes of valid text do not decide its type. */
export const isNamedAsText = (name: string): boolean => familyOf(name)?.isText === true

/** Why a file name is refused, with the way out (FILE-03); undefined if accepted. */
export function nameFault(rawName: string): string | undefined {
  const name = safeFileName(rawName)
  if (familyOf(name) !== undefined) return undefined
  const refused = refusedByEnding.get(extensionOf(name))
  if (refused !== undefined) return `${name} ${refused.why}. ${refused.advice}`
  if (!/^[\p{L}\p{N}_-]{1,12}$/u.test(extensionOf(name))) {
    return `${name} has no ending that says what it is. Add one, such as .pdf or .txt, or put it in a .zip.`
  }
  return `${name} is a .${extensionOf(name)} file, a type we don’t know. Put it in a .zip.`
}

/**
 * Why an uploaded file's bytes are refused (FILE-03, abuse 29); undefined if accepted. `detectedType` is a MIME type,
 * undefined for text and unknown bytes. A harmless type that differs from the extension is accepted and served as
 * opaque bytes.
 */
export function bytesFault(name: string, detectedType: string | undefined): string | undefined {
  const refused = detectedType === undefined ? undefined : refusedByType.get(detectedType)
  if (refused === undefined) return undefined
  if (refused.mayBeArchive && fileKindOf(name) === 'archive') return undefined
  return `${safeFileName(name)} is not what its name says: it ${refused.why}. ${refused.advice}`
}

/** Browsers save this type and do not render it (FILE-04). */
export const opaqueType = 'application/octet-stream'

/**
 * The content type and name of a download (FILE-07). The detected type decides for pictures, so that an iPhone photo
 * named .jpg opens; all other files are opaque bytes under their own name.
 */
export function servedAs(name: string, detectedType: string | null): { type: string; name: string } {
  const endings = detectedType === null ? undefined : pictureTypes.get(detectedType)
  if (detectedType === null || endings === undefined || familyOf(name) !== pictureFamily)
    return { type: opaqueType, name }
  const ending = extensionOf(name)
  if (endings.includes(ending)) return { type: detectedType, name }
  return { type: detectedType, name: `${name.slice(0, -ending.length)}${endings[0]}` }
}
