#!/usr/bin/env node
// The name of bin/backoffice.mjs in 1.0.0. It works until 2.0.0.
import './backoffice.mjs'
