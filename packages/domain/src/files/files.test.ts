import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { fileFault, maxFileBytes, maxFilesOfTask, sizeInKb } from './file-limits.ts'
import { extensionOf, maxFileNameLength, safeFileName } from './file-name.ts'
import { bytesFault, fileFamilies, fileKindOf, refusedFamilies, servedAs } from './file-types.ts'
import { clientMaySee } from './order-files.ts'

describe('names', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['D:\\work\\essay.docx', 'essay.docx'],
    ['es\r\nsay: x.pdf', 'essay: x.pdf'],
    ['gpj.\u202Eexe.pdf', 'gpj.exe.pdf'],
    ['\u0000\u2066a\u2069.txt', 'a.txt'],
    ['...', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['Cafe\u0301.txt', 'Caf\u00e9.txt'],
    ['  a   b .txt ', 'a b .txt'],
  ])('[FILE-04] (abuse 29) stores %j as %j', (raw, name) => {
    expect(safeFileName(raw)).toBe(name)
  })

  test('[FILE-04] strips folders, header breaks and direction marks, and keeps a clean name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (raw) => {
        const name = safeFileName(raw)
        expect(name).not.toMatch(/[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
        expect(name.startsWith('.')).toBe(false)
        expect(name).not.toBe('')
        expect([...name].length).toBeLessThanOrEqual(maxFileNameLength)
        expect(safeFileName(name)).toBe(name)
      }),
    )
  })

  test('[FILE-04] keeps the extension of a name of 1,000 characters', () => {
    const name = safeFileName(`${'a'.repeat(1_000)}.docx`)
    expect(name).toHaveLength(maxFileNameLength)
    expect(extensionOf(name)).toBe('docx')
  })
})

describe('accepted files', () => {
  test.each(
    'run.exe x.sh page.html page.htm page.xhtml pic.svg macro.docm macro.xlsm a.js a.mjs a.vbs a.ps1 a.jar a.apk a.scr a.com a.cmd setup.msi a.lnk a.dmg a.pdf.bat noending'.split(
      ' ',
    ),
  )('[FILE-03] refuses %s and names it', (name) => {
    expect(fileFault({ name, size: 10 }, 0)).toContain(name)
  })

  test.each(['a.pdf', 'a.DOCX', 'photo.HEIC', 'a.zip', 'talk.mp3', 'clip.mov', 'data.csv'])(
    '[FILE-03] accepts %s',
    (name) => {
      expect(fileFault({ name, size: maxFileBytes }, maxFilesOfTask - 1)).toBeUndefined()
    },
  )

  test.each([
    ['document', 'pdf doc docx odt rtf txt md csv xls xlsx ods ppt pptx odp pages numbers key epub tex'],
    ['image', 'jpg jpeg jfif png gif webp heic heif bmp tif tiff'],
    ['archive', 'zip rar 7z gz tgz tar bz2 xz'],
    ['audio', 'mp3 m4a wav ogg opus flac aac amr wma'],
    ['video', 'mp4 m4v mov webm mkv avi wmv mpg mpeg 3gp'],
  ])('[FILE-03] accepts every common %s', (kind, endings) => {
    for (const ending of endings.split(' ')) {
      expect([ending, fileFault({ name: `a.${ending}`, size: 1 }, 0)]).toEqual([ending, undefined])
      expect([ending, fileKindOf(`a.${ending}`)]).toEqual([ending, kind])
    }
  })

  test('[FILE-03] (ux 44) names the file and the way out in each fault', () => {
    const faultOf = (name: string, size = 1, fileCount = 0) => fileFault({ name, size }, fileCount)
    expect(faultOf('report.pdf', 0)).toBe('report.pdf is 0 bytes. Choose it again.')
    expect(maxFileBytes).toBe(104_857_600)
    expect(faultOf('film.mp4', maxFileBytes + 1)).toBe('film.mp4 is larger than 100 MB. Make it smaller or split it.')
    expect(faultOf('a.exe')).toBe(
      'a.exe is a program that can run when it is opened. If your task needs it, put it in a .zip.',
    )
    expect(faultOf('a.xyzzy')).toBe('a.xyzzy is a .xyzzy file, a type we don’t know. Put it in a .zip.')
    for (const name of ['README', 'Essay v1.final draft', 'a.']) {
      expect(faultOf(name)).toMatch(/ has no ending that says what it is\. Add one, such as \.pdf or \.txt/)
    }
    expect(faultOf('z.pdf', 1, maxFilesOfTask)).toBe(
      'z.pdf was not added: a task takes at most 20 files. Put several into one archive.',
    )
  })

  test("[FILE-03] gives each refused extension its family's sentence, with advice that works", () => {
    for (const { endings, why, advice } of refusedFamilies) {
      for (const ending of endings) {
        expect(fileFault({ name: `a.${ending}`, size: 1 }, 0)).toBe(`a.${ending} ${why}. ${advice}`)
      }
      for (const [, ending] of advice.matchAll(/\.([a-z]+)\b/g)) {
        expect(fileFault({ name: `a.${ending}`, size: 1 }, 0)).toBeUndefined()
      }
    }
  })

  test('[FILE-03] lists each extension in one family, in lower case', () => {
    const endings = [...fileFamilies, ...refusedFamilies].flatMap((family) => family.endings)
    expect(endings.filter((ending, at) => endings.indexOf(ending) !== at)).toEqual([])
    expect(endings.filter((ending) => !/^[a-z\d_-]{1,13}$/.test(ending))).toEqual([])
  })

  test('[FILE-03] (abuse 29) refuses dangerous bytes under any name, but not an app in a .zip', () => {
    expect(bytesFault('a.pdf', 'application/x-msdownload')).toBe(
      'a.pdf is not what its name says: it is a program that can run when it is opened. If your task needs it, put it in a .zip.',
    )
    expect(bytesFault('a.docx', 'application/vnd.ms-word.document.macroenabled.12')).toContain('without macros')
    expect(bytesFault('a.zip', 'application/x-elf')).toContain('is a program')
    expect(bytesFault('a.pdf', 'application/java-archive')).toContain('is an app')
    expect(bytesFault('a.zip', 'application/java-archive')).toBeUndefined()
    expect(bytesFault('a.pdf', 'image/gif')).toBeUndefined()
    expect(bytesFault('a.pdf', undefined)).toBeUndefined()
  })

  test("[FILE-07] serves only a picture with a picture's name as its own type, with a matching extension", () => {
    expect(servedAs('IMG.1.jpg', 'image/heic')).toEqual({ type: 'image/heic', name: 'IMG.1.heic' })
    expect(servedAs('a.JPEG', 'image/jpeg')).toEqual({ type: 'image/jpeg', name: 'a.JPEG' })
    for (const [name, detectedType] of [
      ['a.pdf', 'image/gif'],
      ['a.jpg', 'application/pdf'],
      ['a.jpg', 'image/svg+xml'],
      ['a.jpg', 'constructor'],
      ['a.jpg', null],
      ['a.m4a', 'video/3gpp'],
    ] as const) {
      expect(servedAs(name, detectedType)).toEqual({ type: 'application/octet-stream', name })
    }
  })

  test('[FILE-03] treats the names of JavaScript properties as unknown types', () => {
    for (const name of ['a.constructor', 'a.__proto__', 'a.toString']) {
      expect(fileFault({ name, size: 1 }, 0)).toContain('a type we don’t know')
    }
  })
})

test('[CAB-05] shows sizes in Kb', () => {
  expect([0, 1, 1_536, 2_097_152].map(sizeInKb)).toEqual(['1 Kb', '1 Kb', '2 Kb', '2,048 Kb'])
})

test('[STATE-12][CAB-05] shows clients their own files, a draft once paid, the work once downloadable', () => {
  const unpaid = anOrder().facts
  const inWork = anOrder().paid().facts
  const sent = anOrder().paid().sent().facts
  // A refund opens the work that was sent, and no other.
  const refund = { systemStatus: 'Refund Requested' } as const
  expect(clientMaySee('file_final_draft', { ...sent, ...refund })).toBe(true)
  expect(clientMaySee('file_final_draft', { ...inWork, ...refund })).toBe(false)
  expect(clientMaySee('plagiarism_report', { ...inWork, ...refund })).toBe(false)
  for (const order of [unpaid, inWork, sent]) {
    expect(clientMaySee('order_form', order)).toBe(true)
    expect(clientMaySee('client_revision_request_file', order)).toBe(true)
  }
  expect([unpaid, inWork, sent].map((order) => clientMaySee('file_draft_paper', order))).toEqual([false, true, true])
  expect([unpaid, inWork, sent].map((order) => clientMaySee('file_final_draft', order))).toEqual([false, false, true])
})
