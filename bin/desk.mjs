#!/usr/bin/env node
// In 1.0.0, bin/backoffice.mjs had this name. It works until 2.0.0.
import './backoffice.mjs'
