// Reads documents beside the window, so that a large one holds nothing up.
import "pdfjs-dist/build/pdf.worker.mjs";
