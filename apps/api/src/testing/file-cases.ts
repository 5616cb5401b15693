import { crc32 } from 'node:zlib'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'

/** A file as sent, and its outcome (FILE-03, FILE-07). */
export interface FileCase {
  name: string
  bytes: Buffer<ArrayBuffer>
  /** A part of the refusal; undefined for an accepted file. */
  refused?: string
  /** How it is served; by default opaque bytes under its own name. */
  served: { type: string; name: string }
}

type Part = string | readonly number[]

/** Bytes of a file: text as Latin-1, one byte a character. */
const bytesOf = (...parts: Part[]): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const zeros = (count: number): Part => '\0'.repeat(count)
const mp4 = (brand: string): Buffer<ArrayBuffer> => bytesOf([0, 0, 0, 24], `ftyp${brand}`, zeros(300))
const compoundFile = bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], zeros(3_000))
const utf8 = (text: string): Buffer<ArrayBuffer> => Buffer.from(text)
const utf16 = (text: string): Buffer<ArrayBuffer> => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16BigEndian = (text: string): Buffer<ArrayBuffer> => utf16(text).swap16()
const jpeg = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', zeros(300))
const png = bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', zeros(17), [0, 0, 0, 0], 'IDAT', zeros(300))
const gif = bytesOf('GIF89a', zeros(300))
const pdf = bytesOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', zeros(300))
const windowsProgram = bytesOf('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff], zeros(300))
const linuxProgram = bytesOf([0x7f], 'ELF', [2, 1, 1], zeros(300))
const macProgram = bytesOf([0xcf, 0xfa, 0xed, 0xfe], zeros(300))
const javaClass = bytesOf([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x34], zeros(300))
const windowsShortcut = bytesOf([0x4c, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46], zeros(300))

/** A zip archive with these entries, stored. */
function zip(entries: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    local.push(bytesOf('PK', [3, 4]), shared, bytesOf(name, content))
    central.push(bytesOf('PK', [1, 2, 20, 0]), shared, place, bytesOf(name))
    offset += 30 + name.length + content.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length / 4, 4)
  end.writeUInt16LE(central.length / 4, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, bytesOf('PK', [5, 6]), end])
}

const office = (contentType: string) =>
  zip({ '[Content_Types].xml': `<Types><Override PartName="/x" ContentType="${contentType}.main+xml"/></Types>` })
const openXml = (kind: string) => office(`application/vnd.openxmlformats-officedocument.${kind}`)
const word = openXml('wordprocessingml.document')
const wordWithMacros = office('application/vnd.ms-word.document.macroEnabled')
const javaArchive = zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'Main.class': 'x' })

const opaque = (name: string, bytes: Buffer<ArrayBuffer>): FileCase => ({
  name,
  bytes,
  served: { type: opaqueType, name },
})
const picture = (name: string, bytes: Buffer<ArrayBuffer>, type: string, servedName = name): FileCase => ({
  name,
  bytes,
  served: { type, name: servedName },
})
const refused = (name: string, bytes: Buffer<ArrayBuffer>, sentence: string): FileCase => ({
  ...opaque(name, bytes),
  refused: sentence,
})

/** Ordinary files of students and Nerds, some with wrong names, and how each is served. */
const acceptedFiles: readonly FileCase[] = [
  // Text stays text, even if its first letters match a signature.
  opaque('patients.csv', utf8('BMI,Age,Sex\n24.1,33,F')),
  opaque('mass.py', utf8('MZ = mass / charge')),
  opaque('essay.txt', utf8('The free market is an idea'.repeat(60))),
  opaque('GIF89a.txt', utf8('GIF89a is the name of a format.')),
  opaque('pdf notes.md', utf8('%PDF-1.4 begins each file of this kind.')),
  opaque('mz.txt', utf8('MZ are the initials of Mark Zbikowski.')),
  opaque('keys.txt', utf8('REGEDIT4\r\n')),
  opaque('rar.txt', utf8('Rar! is how such an archive begins')),
  opaque('ID3.csv', utf8('ID3,entropy,gain\n1,2,3\n')),
  opaque('OggS.srt', utf8('OggS\n00:00:01,000 --> 00:00:02,000\nHello\n')),
  opaque('flac.log', utf8('fLaC: 3 frames decoded')),
  opaque('script.txt', utf8('#!/bin/sh\necho hello\n')),
  opaque('amr.txt', utf8('#!AMR\n')),
  opaque('page.txt', utf8('<html><script>alert(1)</script></html>')),
  opaque('emoji.md', utf8('# Plan 😀\n')),
  opaque('marked.csv', utf8('\ufeffName,Größe\nÜmit,3\n')),
  opaque('excel.csv', utf16('Name\tGröße\nÜmit\t3\n')),
  opaque('mac.txt', utf16BigEndian('Überschrift')),
  opaque('one letter.txt', utf8('A')),
  // Another encoding is no valid text, but no reason to refuse the file.
  opaque('windows-1252.csv', bytesOf('BMI,Gr\xf6\xdfe\n24.1,33\n')),
  opaque('latin.txt', bytesOf('caf\xe9')),
  opaque('zeros.txt', bytesOf('a\0b')),
  // Source code, and data of courses.
  opaque('homework.py', utf8('print("hello")\n')),
  opaque('lab.ipynb', utf8('{"cells": []}')),
  opaque('Main.java', utf8('class Main {}')),
  opaque('main.c', utf8('int main(void) { return 0; }')),
  opaque('list.cpp', utf8('#include <list>')),
  opaque('list.h', utf8('#pragma once')),
  opaque('Program.cs', utf8('class Program {}')),
  opaque('model.R', utf8('lm(y ~ x)')),
  opaque('solve.m', utf8('x = A \\ b;')),
  opaque('query.sql', utf8('select 1')),
  opaque('data.json', utf8('{}')),
  opaque('data.xml', utf8('<?xml version="1.0"?><a/>')),
  opaque('thesis.tex', utf8('\\documentclass{article}')),
  opaque('thesis.bib', utf8('@book{a}')),
  opaque('survey.sav', bytesOf('$FL2@(#) SPSS DATA FILE', zeros(300))),
  opaque('panel.dta', bytesOf('<stata_dta>', zeros(300))),
  opaque('regression.do', utf8('regress y x')),
  opaque('run.out', utf8('THE MODEL ESTIMATION TERMINATED NORMALLY')),
  opaque('shop.sqlite', bytesOf('SQLite format 3\0', zeros(300))),
  // Documents of Office, Apple, and others.
  opaque('paper.pdf', pdf),
  opaque('essay.doc', utf8('{\\rtf1\\ansi Hello}'.repeat(60))),
  opaque('essay.rtf', utf8('{\\rtf1\\ansi Hello}')),
  opaque('old.doc', compoundFile),
  opaque('draft.docx', compoundFile),
  opaque('draft 2.docx', word),
  opaque('renamed.doc', word),
  opaque('table.xlsx', openXml('spreadsheetml.sheet')),
  opaque('locked.xlsx', compoundFile),
  opaque('talk.pptx', openXml('presentationml.presentation')),
  opaque('show.ppsx', openXml('presentationml.slideshow')),
  opaque('template.dotx', openXml('wordprocessingml.template')),
  opaque('template.potx', openXml('presentationml.template')),
  opaque('letter.odt', zip({ mimetype: 'application/vnd.oasis.opendocument.text' })),
  opaque('drawing.odg', zip({ mimetype: 'application/vnd.oasis.opendocument.graphics' })),
  opaque('book.epub', zip({ mimetype: 'application/epub+zip' })),
  opaque('talk.key', zip({ 'Index/Document.iwa': 'x' })),
  opaque('mail.eml', utf8('From: a@example.com\r\n\r\nHello')),
  opaque('mail.msg', compoundFile),
  opaque('dates.ics', utf8('BEGIN:VCALENDAR\r\n')),
  opaque('film.srt', utf8('1\n00:00:01,000 --> 00:00:02,000\nHello\n')),
  opaque('film.vtt', utf8('WEBVTT\n')),
  opaque('print.xps', zip({ 'Documents/1/FixedDoc.fdoc': 'x' })),
  opaque('flyer.pub', compoundFile),
  opaque('plan.vsdx', office('application/vnd.ms-visio.drawing')),
  // Design.
  opaque('poster.psd', bytesOf('8BPS', zeros(300))),
  opaque('logo.ai', pdf),
  opaque('logo.eps', utf8('%!PS-Adobe-3.0 EPSF-3.0\n')),
  opaque('house.dwg', bytesOf('AC1032', zeros(300))),
  opaque('part.stl', utf8('solid part\nendsolid part\n')),
  opaque('scene.obj', utf8('v 0 0 0\n')),
  // Pictures: their bytes decide how they are served.
  picture('photo.jpg', jpeg, 'image/jpeg'),
  picture('IMG_0001.jpg', mp4('heic'), 'image/heic', 'IMG_0001.heic'),
  picture('IMG_0002.JPG', mp4('mif1'), 'image/heif', 'IMG_0002.heic'),
  picture('IMG_0003.HEIC', jpeg, 'image/jpeg', 'IMG_0003.jpg'),
  picture('IMG_0004.HEIC', mp4('heic'), 'image/heic'),
  picture('screen.png', jpeg, 'image/jpeg', 'screen.jpg'),
  picture('screen.PNG', png, 'image/png'),
  picture('scan.jfif', jpeg, 'image/jpeg'),
  picture('loop.gif', gif, 'image/gif'),
  picture('web.jpg', bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', zeros(300)), 'image/webp', 'web.webp'),
  picture('scan.tif', bytesOf('MM', [0, 42, 0, 0, 0, 8], zeros(300)), 'image/tiff'),
  // Sound and film.
  opaque('Voice 001.m4a', mp4('3gp4')),
  opaque('Voice 002.m4a', mp4('M4A ')),
  opaque('clip.mp4', mp4('qt  ')),
  opaque('clip.mov', mp4('mp42')),
  opaque('talk.mp3', bytesOf('ID3', [3, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90], zeros(300))),
  opaque('song.aiff', bytesOf('FORM', [0, 0, 1, 0], 'AIFF', zeros(300))),
  opaque('song.mid', bytesOf('MThd', zeros(300))),
  opaque('camera.mts', bytesOf([0x47], zeros(187), [0x47], zeros(300))),
  opaque('voice.opus', bytesOf('OggS', zeros(24), 'OpusHead', zeros(300))),
  // Archives.
  opaque('all.zip', zip({ 'a.txt': 'a' })),
  opaque('java project.zip', javaArchive),
  opaque('all.tar.gz', bytesOf([0x1f, 0x8b, 8], zeros(300))),
  opaque('all.rar', bytesOf('Rar!', [0x1a, 7, 0], zeros(300))),
  opaque('all.rar', zip({ 'a.txt': 'a' })),
  // An extension of the wrong family: kept, and never rendered.
  opaque('picture.pdf', gif),
  opaque('paper.jpg', pdf),
  opaque('page.png', utf8('<html><script>alert(1)</script></html>')),
  opaque('drawing.jpg', utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
  opaque('film.docx', mp4('mp42')),
  opaque('notes.txt', pdf),
]

const program = 'is a program'
const script = 'is a script'
const macros = 'can hold macros'
const page = 'can run scripts in a browser'

/** Dangerous files: active when opened, by their name or by their bytes. */
const refusedFiles: readonly FileCase[] = [
  refused('paper.pdf', windowsProgram, 'paper.pdf is not what its name says: it is a program'),
  refused('notes.txt', linuxProgram, program),
  refused('homework.zip', windowsProgram, program),
  refused('model.sav', linuxProgram, program),
  refused('photo.jpg', macProgram, program),
  refused('essay.docx', javaClass, program),
  refused('essay.pdf', javaArchive, 'is an app'),
  refused('thesis.docx', wordWithMacros, 'Save it without macros'),
  refused('thesis.zip', wordWithMacros, macros),
  refused('sheet.xlsx', office('application/vnd.ms-excel.sheet.macroEnabled'), macros),
  refused('slides.pptx', office('application/vnd.ms-powerpoint.presentation.macroEnabled'), macros),
  refused('shortcut.pdf', windowsShortcut, 'is only a link to a file'),
  refused('setup.exe', windowsProgram, program),
  refused('setup.msi', compoundFile, program),
  refused('thesis.docm', wordWithMacros, macros),
  refused('sheet.xlsm', compoundFile, macros),
  refused('slides.pptm', compoundFile, macros),
  refused('page.html', utf8('<p>'), page),
  refused('drawing.svg', utf8('<svg/>'), page),
  refused('app.js', utf8('1'), script),
  refused('run.bat', utf8('dir'), script),
  refused('paper.pdf.vbs', utf8('MsgBox 1'), script),
  refused('game.jar', javaArchive, 'put it in a .zip'),
  refused('disk.iso', zip({ a: 'a' }), 'is a disk image'),
  refused('essay.gdoc', utf8('{}'), 'download it as .docx or .pdf'),
  refused('unknown.xyzzy', utf8('a'), 'a type we don’t know. Put it in a .zip.'),
  refused('no ending', utf8('a'), 'has no ending'),
]

/** All accepted and refused files. */
export const fileCases: readonly FileCase[] = [...acceptedFiles, ...refusedFiles]
